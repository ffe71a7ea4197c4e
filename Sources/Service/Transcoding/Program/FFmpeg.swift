import BoundedWork
package import Containment
import Dispatch
import Foundation

/// FFmpeg's program, which decodes and encodes recordings in locked processes of its own.
package struct FFmpeg: Sendable {
    /// The path of the program, from the root on.
    package let path: String
    /// The names of its encoders.
    private(set) var encoders: Set<String> = []
    private let launcher: Launcher

    /// The time after which what does not go on is given up: more than any frame takes.
    static let patience = Duration.seconds(60)
    /// Bytes of memory that a process of it may map.
    private static let addressSpace = 6 << 30
    /// Bytes that it may write into a result.
    package static let longestResult = 64 << 30

    /// Asks a program for its encoders.
    ///
    /// - Parameters:
    ///   - path: The path of the program.
    ///   - launcher: Starts its processes.
    package init(path: String, launcher: Launcher) throws(TranscodingError) {
        self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        self.launcher = launcher
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(null) }
        let lines = try said(TranscodingArguments.encoders, of: null).printedLines
        encoders = Set(lines.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) })
        guard VideoCodec.allCases.contains(where: { $0.encoders.contains { encoders.contains($0.name) } }) else {
            throw .program("it names no encoder that is known here, and may be no FFmpeg")
        }
    }

    /// The path of `ffmpeg` in the directories of a search path, else of that which the Python package imageio-ffmpeg has brought
    /// beside this program; nil if there is none.
    package static func found(in searchPath: String?) -> String? {
        let places = (searchPath ?? "").split(separator: ":").map { "\($0)/ffmpeg" }.filter { $0.hasPrefix("/") }
        return (places + beside(program: "/proc/self/exe")).first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The programs of imageio-ffmpeg in the environment of Python that has the program at this path.
    private static func beside(program path: String) -> [String] {
        let prefix = URL(fileURLWithPath: path).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().path
        func names(in directory: String, beginningWith beginning: String) -> [String] {
            let all = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
            return all.filter { $0.hasPrefix(beginning) }.sorted().map { "\(directory)/\($0)" }
        }
        let packages = names(in: "\(prefix)/lib", beginningWith: "python3").map { "\($0)/site-packages" } + [prefix]
        return packages.flatMap { names(in: "\($0)/imageio_ffmpeg/binaries", beginningWith: "ffmpeg-") }
    }

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - descriptors: Descriptors of this process by their numbers there.
    ///   - reads: Whether descriptor 0 is a file that is opened again.
    ///   - writes: Whether descriptor 1 is.
    ///   - longestResult: Upper bound on the bytes of a file that it writes.
    func start(
        _ arguments: [String],
        _ descriptors: [Int32],
        reads: Bool = false,
        writes: Bool = false,
        longestResult: Int = FFmpeg.longestResult
    ) throws(TranscodingError) -> LockedProgram {
        let terms = ProgramTerms(
            path: path,
            arguments: arguments,
            descriptors: descriptors,
            reopenedToRead: reads ? [0] : [],
            reopenedToWrite: writes ? [1] : [],
            addressSpace: Self.addressSpace,
            fileSize: longestResult
        )
        return try mapError(LockedProgram(terms, launcher: launcher)) { (error: ContainmentError) in
            TranscodingError.program("\(error)")
        }
    }

    /// What it says on standard output and standard error.
    ///
    /// - Parameter file: Descriptor 0 there.
    func said(_ arguments: [String], of file: Int32) throws(TranscodingError) -> String {
        let pipe = try Pipe()
        let log = ProgramLog(pipe.reading)
        let program = try start(arguments, [file, pipe.writing.number, pipe.writing.number], reads: true)
        pipe.writing.close()
        guard program.end(within: FFmpeg.patience) != nil else { throw .stuck }
        return log.text
    }
}

extension LockedProgram {
    /// Waits for the end of the process, which is killed if it does not come in time; nil then.
    ///
    /// - Parameter goesOn: Whether to wait for as long again.
    func end(within time: Duration, unless goesOn: () -> Bool = { false }) -> ProcessEnding? {
        let ended = DispatchSemaphore(value: 0)
        whenEnded { ended.signal() }
        repeat {
            if ended.wait(timeout: .now() + time / .seconds(1)) == .success { return kill() }
        } while goesOn()
        kill()
        return nil
    }
}
