import ArgumentParser

/// The options that say who works on the files of a run.
struct CrewOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Files worked on at a time. (default: one a core)", valueName: "n"))
    var jobs: Int?
    @Option(
        help: """
            required: work on files in processes that can open no file and no socket, or not at all. auto: as far as the kernel \
            lets it. none: in this process, which a file may then crash.
            """
    )
    var isolation = Isolation.auto

    func validate() throws {
        guard jobs.map({ (1...1024).contains($0) }) ?? true else {
            throw ValidationError("--jobs has to be from 1 to 1024.")
        }
    }

    /// Files that are worked on at a time.
    var jobCount: Int { jobs ?? HostLimits.processorCount }
}
