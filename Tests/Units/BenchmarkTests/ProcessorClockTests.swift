import Foundation
import Testing

@testable import SnapveilBenchmark

@Suite("The clock of processes")
struct ProcessorClockTests {
    @Test("what a child does counts, though its parent does nothing")
    func children() async throws {
        let shell = try Shell("sh -c 'while :; do :; done' & echo started; wait")
        defer { shell.end() }
        let clock = try ProcessorClock(processAndChildren: shell.process.processIdentifier)
        #expect(clock.processCount == 2)
        let before = try clock.milliseconds()
        try await Task.sleep(for: .milliseconds(500))
        #expect(try clock.milliseconds() > before + 20)
    }

    @Test("a process that has ended stops the measurement, as its time is lost")
    func ended() throws {
        let shell = try Shell("echo started; exec sleep 60")
        let clock = try ProcessorClock(processAndChildren: shell.process.processIdentifier)
        #expect(try clock.milliseconds() >= 0)
        shell.end()
        #expect(throws: ContenderError.self) { try clock.milliseconds() }
    }
}

/// A shell that runs a script; only a signal ends it, as shells that start at once could hold each other's pipes open.
private struct Shell {
    let process = Process()

    /// Starts it and waits for the first line that it writes.
    init(_ script: String) throws {
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        _ = output.fileHandleForReading.availableData
    }

    /// Ends it and its children.
    func end() {
        let children = (try? ProcessorClock.children(of: process.processIdentifier)) ?? []
        for number in [process.processIdentifier] + children { kill(number, SIGKILL) }
        process.waitUntilExit()
    }
}
