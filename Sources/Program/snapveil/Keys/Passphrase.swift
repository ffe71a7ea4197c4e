import BoundedWork
import Glibc
import SecureMemory

/// A passphrase of a person, who types it at the terminal, or of a file.
enum Passphrase {
    /// Upper bound on its bytes.
    private static let maximumBytes = 1024

    /// The passphrase in the first line of a file, or typed at the terminal after `prompt`.
    ///
    /// - Parameter path: The file; nil to ask the terminal.
    static func read(from path: String?, _ prompt: String) throws -> SecureBytes {
        let line: SecureBytes
        if let path {
            let file = try mapError(InputFile(path).read(.any, maximumBytes: maximumBytes)) { (error: FileError) in
                CommandFailure.configuration("\(error)")
            }
            line = firstLine(of: file)
        } else {
            line = try typed(prompt)
        }
        guard !line.isEmpty else { throw CommandFailure.usage("the passphrase is empty") }
        return line
    }

    /// A passphrase for a new identity, typed twice unless a file has it.
    static func new(from path: String?) throws -> SecureBytes {
        let passphrase = try read(from: path, "New passphrase: ")
        guard try path != nil || passphrase == read(from: nil, "The same again: ") else {
            throw CommandFailure.usage("the passphrases differ")
        }
        return passphrase
    }

    private static func firstLine(of bytes: SecureBytes) -> SecureBytes {
        let end = bytes.withUnsafeBytes { bytes in
            var end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            if end > 0, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
            return end
        }
        return bytes[0..<end]
    }

    /// Reads a line from the terminal, which does not show it.
    private static func typed(_ prompt: String) throws -> SecureBytes {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else {
            throw CommandFailure.usage("there is no terminal to ask for the passphrase: use --passphrase-file")
        }
        defer { close(terminal) }
        var settings = termios()
        guard tcgetattr(terminal, &settings) == 0 else {
            throw CommandFailure.usage("the terminal cannot be asked for the passphrase: use --passphrase-file")
        }
        let shown = settings
        settings.c_lflag &= ~tcflag_t(ECHO)
        settings.c_lflag |= tcflag_t(ECHONL)
        // Signals that end the program would leave a terminal that shows nothing.
        var signals = sigset_t()
        var before = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGQUIT] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        tcsetattr(terminal, TCSAFLUSH, &settings)
        defer {
            var shown = shown
            tcsetattr(terminal, TCSAFLUSH, &shown)
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        _ = Array(prompt.utf8).withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
        var line = try SecureBytesBuilder(capacity: maximumBytes)
        var isEnded = false
        while !isEnded, line.count < maximumBytes {
            try line.appendInPlace(minimum: 1) { (room: UnsafeMutableRawBufferPointer) -> Int in
                let count = Glibc.read(terminal, room.baseAddress, 1)
                isEnded = count != 1 || room[0] == UInt8(ascii: "\n")
                return max(count, 0)
            }
        }
        return firstLine(of: line.finish())
    }
}
