import Base64Coding
import BoundedWork
import Foundation
import SecureMemory

/// A picture that a person sees and that no file keeps.
struct ShownPicture {
    private let png: SecureBytes

    init(_ png: SecureBytes) { self.png = png }

    /// Shows it in the terminal; in a private file where the terminal shows no pictures, until Return is pressed.
    func show() throws {
        let terminal = isatty(STDOUT_FILENO) == 1 ? TerminalPictures(ProcessInfo.processInfo.environment) : nil
        guard let terminal else { return try showInFile() }
        var text = try SecureBytesBuilder(capacity: png.count / 3 * 4 + 4096)
        try terminal.append(png, to: &text)
        try FilePlace(InputFile.standardInput).write(text.finish())
    }

    private func showInFile() throws {
        let terminal: OpenFile
        do throws(SystemError) {
            terminal = try OpenFile(open("/dev/tty", O_RDONLY | O_CLOEXEC))
        } catch {
            throw CommandFailure.usage("there is no terminal to wait at: use --output")
        }
        let directory = Self.directory
        var template = Array("\(directory)/snapveil-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CommandFailure.output("\(directory): \(SystemError.last)")
        }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let path = "\(folder)/original.png"
        @Sendable func remove() {
            unlink(path)
            rmdir(folder)
        }
        defer { remove() }
        let signals = [SIGTERM, SIGINT, SIGHUP, SIGQUIT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                remove()
                _exit(128 + number)
            }
            source.activate()
            return source
        }
        defer { signals.forEach { $0.cancel() } }
        do throws(SystemError) {
            try OpenFile(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)).write(png)
        } catch {
            throw CommandFailure.output("\(path): \(error)")
        }
        Progress.report("the picture is \(path) until you press Return")
        var byte: UInt8 = 0
        while read(terminal.descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") {}
    }

    /// A directory in memory, where there is one.
    static var directory: String {
        let memory = "/dev/shm"
        return FileManager.default.isWritableFile(atPath: memory) ? memory : FileManager.default.temporaryDirectory.path
    }
}

/// A terminal that shows pictures among its text.
struct TerminalPictures {
    private let language: Language

    private enum Language {
        /// Kitty's graphics protocol.
        case kitty
        /// iTerm2's inline images.
        case inline
    }

    /// The terminal of an environment; nil if it is not known to show pictures.
    init?(_ environment: [String: String]) {
        // A multiplexer would take the sequence for itself.
        guard environment["TMUX"] == nil, environment["STY"] == nil else { return nil }
        let program = environment["TERM_PROGRAM"] ?? ""
        if environment["KITTY_WINDOW_ID"] != nil || program == "ghostty" || environment["TERM"] == "xterm-kitty" {
            language = .kitty
        } else if program == "iTerm.app" || program == "WezTerm" {
            language = .inline
        } else {
            return nil
        }
    }

    /// Bytes of base64 in one sequence of Kitty's.
    private static let longestPiece = 4096

    func append(_ png: SecureBytes, to text: inout SecureBytesBuilder) throws(OutOfMemory) {
        var encoded = try SecureBytesBuilder(capacity: png.count / 3 * 4 + 4)
        try Base64.encode(png, into: &encoded, cancellation: Cancellation())
        let base64 = encoded.finish()
        switch language {
        case .inline:
            try text.append("\u{1B}]1337;File=inline=1;size=\(png.count):")
            try text.append(base64)
            try text.append("\u{07}\n")
        case .kitty:
            for start in stride(from: 0, to: base64.count, by: Self.longestPiece) {
                let end = min(start + Self.longestPiece, base64.count)
                try text.append("\u{1B}_G\(start == 0 ? "a=T,f=100," : "")m=\(end < base64.count ? 1 : 0);")
                try text.append(base64[start..<end])
                try text.append("\u{1B}\\")
            }
            try text.append("\n")
        }
    }
}
