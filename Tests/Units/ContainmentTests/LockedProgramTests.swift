import Containment
import Foundation
import Glibc
import Testing

@Suite("The life of a program in a locked process")
struct LockedProgramTests {
    /// Whether the process has not ended; one that has may still wait to be asked for its status.
    private func isRunning(_ process: Int32) -> Bool {
        guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
        return !line.contains(") Z ")
    }

    @Test("its locks are told before it starts", .enabled(if: KernelSupport.isComplete))
    func report() throws {
        let complete = try ProgramRun("start threads").program.locks
        #expect(complete.isComplete)
        #expect(complete.inForce == [.noNewPrivileges, .noCapabilities, .resourceLimits, .landlock, .seccomp])
        let lacking = try ProgramRun("start threads", leavingOut: [.landlock, .seccomp]).program.locks
        #expect(lacking.missing.map(\.measure) == [.landlock, .seccomp])
    }

    @Test("its end is waited for by a thread, by a task, and by an action")
    func ends() async throws {
        #expect(try ProgramRun("abort").outcome() == .died(signal: SIGABRT))
        #expect(try await ProgramRun("start threads").program.waitForEnd() == .exited(0))
        let run = try ProgramRun("start threads")
        await withCheckedContinuation { continuation in run.program.whenEnded { continuation.resume() } }
        // Actions are called, too, if it has ended before.
        await withCheckedContinuation { continuation in run.program.whenEnded { continuation.resume() } }
        #expect(run.program.kill() == .exited(0))
    }

    @Test("it is killed when it is asked for, and when the task that waits for it is cancelled")
    func killed() async throws {
        let run = try ProgramRun("tell the number and wait")
        #expect(isRunning(run.program.processID))
        #expect(run.program.kill() == .signalled(SIGKILL))
        let program = try ProgramRun("tell the number and wait").program
        let task = Task { await program.waitForEnd() }
        task.cancel()
        #expect(await task.value == .signalled(SIGKILL))
    }

    @Test("it is killed when nobody refers to it any more")
    func letGo() throws {
        var run: ProgramRun? = try ProgramRun("tell the number and wait")
        let process = try #require(run?.program.processID)
        #expect(isRunning(process))
        run = nil
        #expect(!isRunning(process))
    }

    @Test("it ends with the process that started it")
    func orphaned() throws {
        let starter = try LockedRun("none", "start a program", "tell the number and wait", input: .nothing)
        let process = try #require(Int32(starter.nextOutput()))
        #expect(isRunning(process))
        starter.kill()
        let deadline = ContinuousClock.now + .seconds(10)
        while isRunning(process), ContinuousClock.now < deadline { usleep(10_000) }
        #expect(!isRunning(process))
    }

    @Test("it is started for a front that may start none", .enabled(if: KernelSupport.isComplete))
    func ofFront() throws {
        #expect(try LockedRun.run("front", "start a program", "start threads") == .printed("OK"))
        #expect(try LockedRun.run("front", "start a program", "fork") == .printed("EPERM"))
    }

    @Test(
        "a program that cannot be started is an error that says why",
        arguments: [("/nowhere/program", ENOENT), ("/etc/passwd", EACCES), ("/usr", EACCES), ("program", EINVAL)]
    )
    func unstartable(path: String, code: Int32) throws {
        let terms = ProgramTerms(
            path: path,
            arguments: [],
            descriptors: [0, 1, 2],
            addressSpace: 1 << 30,
            fileSize: 0
        )
        expect(code, terms)
    }

    @Test("terms that contradict themselves are refused")
    func contradictions() {
        let terms = ProgramTerms(
            path: LockedRun.executable("DeedProgram"),
            arguments: ["start threads", "-"],
            descriptors: [0, 1, 2],
            addressSpace: 1 << 30,
            fileSize: 0
        )
        func changed(_ change: (inout ProgramTerms) -> Void) -> ProgramTerms {
            var changed = terms
            change(&changed)
            return changed
        }
        expect(EINVAL, changed { $0.descriptors = [0, 1] })
        expect(EINVAL, changed { $0.descriptors = Array(repeating: 0, count: 9) })
        expect(EINVAL, changed { $0.reopenedToRead = [3] })
        expect(EINVAL, changed { $0.reopenedToWrite = [-1] })
        expect(EINVAL, changed { $0.arguments = ["a\0b"] })
        expect(EINVAL, changed { $0.processorTime = 0 })
        expect(EINVAL, changed { $0.libraries = ["lib"] })
        expect(EBADF, changed { $0.descriptors = [0, 1, 2, 1 << 20] })
        expect(E2BIG, changed { $0.arguments = [String(repeating: "a", count: 62_000)] })
    }

    private func expect(_ code: Int32, _ terms: ProgramTerms) {
        #expect(throws: ContainmentError.system("the program \(terms.path) cannot be started", code)) {
            _ = try LockedProgram(terms, launcher: ProgramRun.launcher.get())
        }
    }
}
