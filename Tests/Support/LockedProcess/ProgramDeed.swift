import CDeeds
import Containment
import Foundation
import Glibc

/// Starts `DeedProgram` in a locked process.
enum ProgramDeed {
    private static let launcher = Result { try Launcher(.itself("LockedProcess", "worker")) }

    /// Forks the launcher, before the process locks itself; its number.
    static func prepare() -> Int32 { (try? launcher.get().processID) ?? 0 }

    /// Has the program do `deed`, and waits for its end; how it ended, unless it went well.
    static func run(_ deed: String) -> String {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "DeedProgram").path
        let terms = ProgramTerms(
            path: program,
            arguments: [deed, "-"],
            descriptors: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO],
            addressSpace: 1 << 30,
            fileSize: 0,
            libraries: [deed_runtime_library()].compactMap { $0 }.map {
                URL(filePath: String(cString: $0)).deletingLastPathComponent().path
            }
        )
        do {
            let ending = try LockedProgram(terms, launcher: launcher.get()).waitForEnd()
            return ending == .exited(0) ? "" : "\(ending)"
        } catch {
            return "\(error)"
        }
    }
}
