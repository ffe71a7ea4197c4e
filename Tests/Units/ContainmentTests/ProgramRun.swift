import CDeeds
import Containment
import Foundation
import Glibc

/// A locked process that became a program, which then did something.
struct ProgramRun {
    let program: LockedProgram
    private let output = Pipe()

    static let launcher = Result {
        try Launcher(.init(path: LockedRun.executable("LockedProcess"), arguments: ["LockedProcess", "worker"]))
    }

    /// A file that the program has as its descriptor 3, and what it may open it again for.
    struct Lent {
        let path: String
        /// Whether it has no name any more when the program gets it.
        var isNameless = false
        var isReadAgain = false
        var isWrittenAgain = false
    }

    /// Starts `DeedProgram`, which does `deed` of the file at `path`.
    init(
        _ deed: String,
        _ path: String = "-",
        lending file: Lent? = nil,
        processorTime: Int? = nil,
        leavingOut: Set<LockMeasure> = []
    ) throws {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        let lent = file.map { open($0.path, O_RDWR | O_CLOEXEC) }
        if let file, file.isNameless { unlink(file.path) }
        defer { for descriptor in [null, lent].compactMap(\.self) { close(descriptor) } }
        let terms = ProgramTerms(
            path: LockedRun.executable("DeedProgram"),
            arguments: [deed, path],
            descriptors: [null, output.fileHandleForWriting.fileDescriptor, null] + [lent].compactMap(\.self),
            reopenedToRead: file?.isReadAgain == true ? [3] : [],
            reopenedToWrite: file?.isWrittenAgain == true ? [3] : [],
            addressSpace: 1 << 30,
            fileSize: Self.fileSize,
            processorTime: processorTime,
            libraries: Self.libraries,
            leavingOut: leavingOut
        )
        program = try LockedProgram(terms, launcher: Self.launcher.get())
        try output.fileHandleForWriting.close()
    }

    /// The directory of the only library that the system has elsewhere.
    private static let libraries = [deed_runtime_library()].compactMap { $0 }.map {
        URL(filePath: String(cString: $0)).deletingLastPathComponent().path
    }

    static let fileSize = 100_000

    /// Waits for its end: how it ended, and what it printed until then.
    func outcome() throws -> LockedRun.Outcome {
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        switch program.waitForEnd() {
        case .exited(0): return .printed(String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines))
        case .exited(let status): return .exited(status)
        case .signalled(let number): return .died(signal: number)
        }
    }
}
