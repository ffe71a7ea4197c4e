import Containment
import Foundation
import Glibc
import Testing

@Suite("What a program in a locked process can do", .enabled(if: KernelSupport.isComplete))
struct ProgramLockTests {
    private static let files: [Denial] = [
        .fails("open", "/etc/passwd", with: "EACCES"),
        .fails("open", "/proc/self/maps", with: "EACCES"),
        .fails("openat2", "/etc/passwd", with: "EACCES"),
        .fails("open to write", "/dev/full", with: "EACCES"),
        .fails("open a directory", "/etc", with: "EACCES"),
        .fails("create", "/tmp/created-by-a-locked-program", with: "EACCES"),
        .fails("execve", "/bin/echo", with: "EACCES"),
    ]

    private static let networks: [Denial] = [
        .fails("socket", with: "EPERM"), .fails("local socket", with: "EPERM"), .fails("socketpair", with: "EPERM"),
        .fails("connect", with: "EPERM"), .fails("bind", with: "EPERM"), .fails("listen", with: "EPERM"),
    ]

    private static let processes: [Denial] = [
        .fails("fork", with: "EPERM"), .fails("clone into a name space", with: "EPERM"),
        .fails("clone3", with: "ENOSYS"), .fails("execveat", "/bin/echo", with: "EPERM"),
        .fails("kill the parent", with: "EPERM"), .fails("tgkill the parent", with: "EPERM"),
        .fails("kill everybody", with: "EPERM"), .fails("signal by a descriptor", with: "EPERM"),
        .fails("limit the parent", with: "EPERM"), .fails("outlive the parent", with: "EPERM"),
        .fails("pidfd_open", with: "EPERM"), .fails("ptrace", with: "EPERM"), .fails("process_vm_readv", with: "EPERM"),
        .fails("shmget", with: "EPERM"), .fails("unshare", with: "EPERM"),
    ]

    private static let others: [Denial] = [
        .fails("chmod", "/tmp/changed-by-a-locked-program", with: "EPERM"),
        .fails("delete", "/tmp/deleted-by-a-locked-program", with: "EPERM"),
        .fails("memfd_create", with: "EPERM"), .fails("io_uring_setup", with: "EPERM"),
    ]

    private static let bounds: [Denial] = [
        .fails("map much", with: "ENOMEM"), .fails("exhaust descriptors", with: "EMFILE"),
    ]

    #if arch(x86_64)
    private static let foreignCalls: [Denial] = [.kills("foreign call")]
    #else
    private static let foreignCalls: [Denial] = []
    #endif

    private func outcome(_ denial: Denial, leavingOut: Set<LockMeasure> = []) throws -> LockedRun.Outcome {
        try ProgramRun(denial.deed, denial.path, leavingOut: leavingOut).outcome()
    }

    @Test("it opens no other file, reaches no network and no process", arguments: files + processes + foreignCalls)
    func whole(denial: Denial) throws {
        #expect(try outcome(denial) == denial.outcome)
        #expect(try outcome(denial, leavingOut: Set(LockMeasure.allCases)) != denial.outcome)
    }

    @Test("without Landlock, the filter of system calls still holds", arguments: networks + processes + others)
    func filter(denial: Denial) throws {
        #expect(try outcome(denial, leavingOut: [.landlock]) == denial.outcome)
        #expect(try outcome(denial, leavingOut: [.landlock, .seccomp]) != denial.outcome)
    }

    @Test(
        "without the filter of system calls, Landlock still holds",
        arguments: files + [.fails("listen", with: "EACCES"), .fails("kill the parent", with: "EPERM")]
    )
    func landlock(denial: Denial) throws {
        #expect(try outcome(denial, leavingOut: [.seccomp]) == denial.outcome)
        #expect(try outcome(denial, leavingOut: [.landlock, .seccomp]) != denial.outcome)
    }

    @Test("its memory and its descriptors are bounded", arguments: bounds)
    func resources(denial: Denial) throws {
        #expect(try outcome(denial) == denial.outcome)
        #expect(try outcome(denial, leavingOut: [.resourceLimits]) != denial.outcome)
    }

    @Test("a file that it writes is bounded")
    func fileSize() throws {
        let directory = try ScratchDirectory(["file": ""])
        let run = try ProgramRun("write without end", lending: .init(path: directory["file"]))
        #expect(try run.outcome() == .died(signal: SIGXFSZ))
        let attributes = try FileManager.default.attributesOfItem(atPath: directory["file"])
        #expect(attributes[.size] as? Int == ProgramRun.fileSize)
    }

    @Test("its time of the processor is bounded")
    func processorTime() throws {
        #expect(try ProgramRun("work without end", processorTime: 1).outcome() == .died(signal: SIGKILL))
    }

    @Test("it has no capabilities", .enabled(if: getuid() == 0))
    func capabilities() throws {
        #expect(try ProgramRun("count capabilities").outcome() == .printed("OK"))
        #expect(try ProgramRun("count capabilities", leavingOut: [.noCapabilities]).outcome() == .printed("EPERM"))
    }

    @Test("it has no environment, the root as its directory, and no descriptor that it was not given")
    func surroundings() throws {
        #expect(try ProgramRun("see what is around").outcome() == .printed("OK"))
    }

    @Test("it starts threads, signals itself, and opens libraries and devices")
    func work() throws {
        for deed in ["start threads", "kill itself"] { #expect(try ProgramRun(deed).outcome() == .printed("OK")) }
        #expect(try ProgramRun("open", "/etc/ld.so.cache").outcome() == .printed("OK"))
        #expect(try ProgramRun("open", "/dev/urandom").outcome() == .printed("OK"))
        #expect(try ProgramRun("open to write", "/dev/null").outcome() == .printed("OK"))
    }

    @Test("it opens a file that it was lent again for what the terms say, and for no more")
    func reopening() throws {
        let directory = try ScratchDirectory(["file": "text"])
        let again = "/proc/self/fd/3"
        var file = ProgramRun.Lent(path: directory["file"])
        #expect(try ProgramRun("print", again, lending: file).outcome() == .printed("EACCES"))
        #expect(try ProgramRun("replace", again, lending: file).outcome() == .printed("EACCES"))
        file.isReadAgain = true
        #expect(try ProgramRun("print", again, lending: file).outcome() == .printed("textOK"))
        #expect(try ProgramRun("print", directory["file"], lending: file).outcome() == .printed("textOK"))
        #expect(try ProgramRun("replace", again, lending: file).outcome() == .printed("EACCES"))
        file.isReadAgain = false
        file.isWrittenAgain = true
        #expect(try ProgramRun("print", again, lending: file).outcome() == .printed("EACCES"))
        #expect(try ProgramRun("replace", again, lending: file).outcome() == .printed("OK"))
        #expect(try String(contentsOfFile: directory["file"], encoding: .utf8) == "new")
    }

    @Test("it opens a file again that has no name")
    func nameless() throws {
        let directory = try ScratchDirectory(["file": "", "other": ""])
        var file = ProgramRun.Lent(path: directory["file"], isNameless: true)
        #expect(try ProgramRun("replace", "/proc/self/fd/3", lending: file).outcome() == .printed("EACCES"))
        file = ProgramRun.Lent(path: directory["other"], isNameless: true, isWrittenAgain: true)
        #expect(try ProgramRun("replace", "/proc/self/fd/3", lending: file).outcome() == .printed("OK"))
    }
}
