import Artefacts
import BoundedWork
import CDeeds
import Foundation
import Redaction
import Samples
import SecureMemory
import Synchronization

/// What takes more than a few system calls.
enum Deed: String {
    /// Opens the file twice, reads it each time, and maps it.
    case read
    /// Reads the file through Foundation, again each time that a line comes in.
    case readAgain = "read again"
    /// Reads the file as above on two threads, one of which helps the other.
    case readTogether = "read together"
    /// Works on more pieces than there are threads for some seconds, and sets timers.
    case dispatch
    /// Does the same again when the threads have ended.
    case dispatchAgain = "dispatch again"
    /// Writes JSON and reads it.
    case json
    /// Redacts samples in each format, with a message, too.
    case redact
    /// Packs files to an archive and takes them out again.
    case pack
    /// Ends a child that was started before, and waits for it.
    case child
    /// Has a program do what PATH says, in a locked process.
    case program = "start a program"

    /// What is done before the lock. The number is that of a child.
    func prepare() -> Int32 {
        switch self {
        case .redact:
            // Finds the fonts; those of other scripts are opened when they are needed first.
            Redactor().warmUp()
            return Int32(Self.samples.count)
        case .child: return deed_start_child()
        case .program: return ProgramDeed.prepare()
        default: return 0
        }
    }

    /// How it went: what is printed.
    func done(_ path: String, _ child: Int32) -> String {
        switch self {
        case .read: Self.read(path)
        case .readAgain: Self.readAgain(path)
        case .readTogether: Self.readTogether(path)
        case .dispatch: Self.dispatch()
        case .dispatchAgain: Self.dispatch() + (sleep(7) == 0 ? Self.dispatch() : "")
        case .json: Self.json()
        case .redact: Self.redact()
        case .pack: Self.pack()
        case .child: String(cString: deed_error_name(deed_end_child(child)))
        case .program: ProgramDeed.run(path)
        }
    }

    private static func read(_ path: String) -> String {
        var texts: [String] = []
        for _ in 0..<2 {
            let descriptor = open(path, O_RDONLY)
            guard descriptor >= 0 else { return String(cString: deed_error_name(errno)) }
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { return "fstat: \(errno)" }
            var buffer = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            texts.append(String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self))
            let memory = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0)
            guard let memory, memory != MAP_FAILED else { return "mmap: \(errno)" }
            texts.append(String(decoding: UnsafeRawBufferPointer(start: memory, count: count), as: UTF8.self))
            close(descriptor)
        }
        return Set(texts).count == 1 ? texts[0] : "\(texts)"
    }

    private static func readAgain(_ path: String) -> String {
        while readLine() != nil {
            print((try? String(contentsOfFile: path, encoding: .utf8)) ?? "nothing")
            fflush(nil)
        }
        return "end"
    }

    private static func dispatch() -> String {
        let fired = Mutex(0)
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.schedule(deadline: .now(), repeating: .milliseconds(100))
        timer.setEventHandler { fired.withLock { $0 += 1 } }
        timer.resume()
        let end = ContinuousClock.now + .seconds(2.5)
        let count = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 64) { _ in
            while ContinuousClock.now < end { _ = (0..<10_000).reduce(0, &+) }
            count.withLock { $0 += 1 }
        }
        timer.cancel()
        return "\(count.withLock { $0 }) \(fired.withLock { $0 } > 10) "
    }

    private static func readTogether(_ path: String) -> String {
        let starts = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        // A file has one position, however often it is opened.
        let turn = Mutex(())
        let texts = WorkContext(threads: { 2 }).map(2) { piece in
            starts[piece].signal()
            _ = starts[1 - piece].wait(timeout: .now() + 10)
            return turn.withLock { _ in read(path) }
        }
        return texts[0] == texts[1] ? texts[0] : "\(texts)"
    }

    private static func json() -> String {
        let values = ["b": [1, 2, 3], "a": [4]]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let data = try? encoder.encode(values),
            (try? JSONDecoder().decode([String: [Int]].self, from: data)) == values
        else { return "failed" }
        return String(decoding: data, as: UTF8.self)
    }

    private static func pack() -> String {
        do {
            var writer = ZipWriter()
            let text = try SecureBytes(copying: Array(String(repeating: "text ", count: 1000).utf8))
            try writer.append("folder/", SecureBytes())
            try writer.append("folder/text", text)
            let archive = try ZipArchive(opening: writer.finish())
            var budget = WorkBudget(limit: .max)
            let isSame = try archive.contents(of: archive.entries[1], &budget) == text
            return "\(archive.entries.map(\.name)) \(isSame)"
        } catch {
            return "\(error)"
        }
    }

    private static let samples = Sample.allCases.flatMap { sample in
        ["png", "jpg"].compactMap { try? sample.picture($0) }
    }

    private static func redact() -> String {
        let styles = [
            ##"{"fill": {"color": "#000000"}}"##, #"{"blur": {"radius": 12}}"#, #"{"pixelate": {"block": 16}}"#,
            #"{"veil": {}}"#,
            #"{"label": {"numbered": true}}"#,
            #"{"message": {"title": "Hidden", "text": "\u05d0 \u4e2d \ud83d\ude48", "symbol": "lock"}}"#,
        ]
        var results: [String] = []
        for style in styles {
            do {
                let text = #"{"rules": [{"target": "screen", "style": \#(style)}]}"#
                let policy = try Policy(parsing: SecureBytes(copying: Array(text.utf8)))
                for sample in samples { _ = try Redactor().redact(RedactionRequest(sample, policy: policy)) }
            } catch {
                results.append("\(style): \(error)")
            }
        }
        return results.isEmpty ? "\(samples.count) samples" : results.joined(separator: ", ")
    }
}
