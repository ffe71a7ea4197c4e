import Glibc
import Testing

@Suite("What a locked process cannot do", .enabled(if: KernelSupport.isComplete))
struct LockingDenialTests {
    private static let files: [Denial] = [
        .fails("open", "/etc/passwd", with: "EACCES"),
        .fails("open", "/proc/self/mem", with: "EACCES"),
        .fails("open", "/proc/self/stat", with: "EACCES"),
        .fails("open to write", "/dev/null", with: "EACCES"),
        .fails("create", "/tmp/created-by-a-locked-process", with: "EACCES"),
        .fails("open a directory", "/etc", with: "EACCES"),
        .fails("openat2", "/etc/passwd", with: "ENOSYS"),
        .fails("stat", "/etc/passwd", with: "EACCES"),
        .fails("access", "/etc/passwd", with: "EACCES"),
        .fails("delete", "/tmp/deleted-by-a-locked-process", with: "EPERM"),
        .fails("chdir", "/tmp", with: "EPERM"),
        .fails("exhaust descriptors", with: "EMFILE"),
    ]

    private static let networks: [Denial] = [
        .kills("socket"), .kills("socketpair"), .kills("connect"), .kills("bind"), .kills("listen"),
        .fails("local socket", with: "EPERM"),
    ]

    private static let processes: [Denial] = [
        .kills("execve", "/bin/echo"), .kills("execveat", "/bin/echo"), .kills("fork"),
        .kills("clone into a name space"), .fails("clone3", with: "ENOSYS"), .kills("kill the parent"),
        .kills("tgkill the parent"), .kills("kill everybody"), .kills("ptrace"), .kills("process_vm_readv"),
        .kills("pidfd_open"), .kills("unshare"), .fails("choose processors of the parent", with: "EPERM"),
        .fails("set an alarm", with: "EPERM"),
    ]

    private static let memoryAndRights: [Denial] = [
        .kills("mmap code"), .kills("mprotect code"), .fails("memfd_create", with: "EPERM"),
        .fails("setrlimit", with: "EPERM"),
        .fails("prctl dumpable", with: "EPERM"), .kills("setuid"), .kills("io_uring_setup"), .kills("seccomp"),
    ]

    private static let beyondFront: [Denial] = [
        .fails("execve", "/bin/echo", with: "EPERM"), .fails("execveat", "/bin/echo", with: "EPERM"),
        .fails("fork", with: "EPERM"),
        .fails("clone into a name space", with: "EPERM"), .fails("clone3", with: "ENOSYS"),
        .fails("ptrace", with: "EPERM"),
        .fails("process_vm_readv", with: "EPERM"), .fails("unshare", with: "EPERM"),
        .fails("io_uring_setup", with: "EPERM"),
        .fails("open", "/usr/share/fonts", with: "EACCES"),
        .fails("create", "/tmp/created-by-a-locked-process", with: "EACCES"),
        .fails("open to write", "/etc/passwd", with: "EACCES"),
    ]

    #if arch(x86_64)
    private static let foreignCalls: [Denial] = [.kills("foreign call")]
    #else
    private static let foreignCalls: [Denial] = []
    #endif

    @Test(
        "a worker cannot do what its work does not need",
        arguments: files + networks + processes + memoryAndRights + foreignCalls
    )
    func worker(denial: Denial) throws {
        #expect(try LockedRun.run("worker", denial.deed, denial.path) == denial.outcome)
        #expect(try LockedRun.run("none", denial.deed, denial.path) != denial.outcome)
    }

    @Test(
        "where calls are not filtered, Landlock keeps a worker from files, networks and processes",
        arguments: [
            .fails("open", "/etc/passwd", with: "EACCES"),
            .fails("open to write", "/dev/null", with: "EACCES"),
            .fails("create", "/tmp/created-by-a-locked-process", with: "EACCES"),
            .fails("openat2", "/etc/passwd", with: "EACCES"),
            .fails("execve", "/bin/echo", with: "EACCES"),
            .fails("listen", with: "EACCES"),
            .fails("kill the parent", with: "EPERM"),
        ] as [Denial]
    )
    func landlock(denial: Denial) throws {
        #expect(try LockedRun.run("worker,seccomp", denial.deed, denial.path) == denial.outcome)
        #expect(try LockedRun.run("worker,seccomp,landlock", denial.deed, denial.path) != denial.outcome)
    }

    @Test("a worker that is handed a file cannot write to it")
    func fileSize() throws {
        let directory = try ScratchDirectory(["file": "text"])
        let input = LockedRun.Input.file(directory["file"])
        #expect(try LockedRun.run("worker", "write to a file", input: input) == .printed("EFBIG"))
        #expect(try LockedRun.run("worker,resourceLimits", "write to a file", input: input) == .printed("OK"))
    }

    @Test(
        "a worker has no capabilities, and its memory belongs to the system's administrator",
        .enabled(if: getuid() == 0)
    )
    func rights() throws {
        #expect(try LockedRun.run("worker,seccomp", "count capabilities") == .printed("OK"))
        #expect(try LockedRun.run("worker,seccomp,noCapabilities", "count capabilities") == .printed("EPERM"))
        #expect(try LockedRun.run("worker,seccomp", "see that memory is hidden") == .printed("OK"))
        #expect(try LockedRun.run("worker,seccomp,hiddenMemory", "see that memory is hidden") == .printed("EPERM"))
    }

    @Test(
        "a front starts no program and no process, and reaches no other process and no file that it was not given",
        arguments: beyondFront + foreignCalls
    )
    func front(denial: Denial) throws {
        #expect(try LockedRun.run("front", denial.deed, denial.path) == denial.outcome)
        #expect(try LockedRun.run("none", denial.deed, denial.path) != denial.outcome)
    }
}
