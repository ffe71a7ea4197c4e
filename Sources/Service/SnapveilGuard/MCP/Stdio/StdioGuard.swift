import Dispatch
import Foundation
import Glibc
package import Logging
import SecureMemory
import Synchronization

/// Stands between an agent, which is on the other end of this program's standard input and output, and a server that it has started.
///
/// What the agent says is passed on byte for byte. What the server says is passed on message by message, in its order, each after it
/// was made safe; a server that says more than the agent reads waits.
package final class StdioGuard: Sendable {
    private let messages: MessageWorkers
    private let server: ServerProcess
    private let longestMessage: Int
    private let logger: Logger
    private let toServer: LineWriter
    private let toAgent = LineWriter(STDOUT_FILENO)
    /// The time when the server said something last.
    private let lastMessage = Mutex(ContinuousClock.now)

    /// Takes a server that has been started.
    package init(_ server: ServerProcess, _ messages: MessageWorkers, longestMessage: Int, logger: Logger) {
        (self.server, self.messages, self.longestMessage, self.logger) = (server, messages, longestMessage, logger)
        toServer = LineWriter(server.input)
    }

    /// Passes messages on until the server has ended; its exit status.
    package func run() -> Int32 {
        Thread.detachNewThread { [self] in passOn() }
        do {
            try readMessages()
        } catch {
            let reason = error == .tooLong ? "a message has more than \(longestMessage) bytes" : "memory ran out"
            logger.critical("the server is ended: \(reason)")
        }
        toAgent.flush()
        return server.end()
    }

    /// Passes on what the agent says, and its end.
    private func passOn() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { buffer.deallocate() }
        while !toServer.isBroken {
            let count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
            if count < 0, Waiting.wasInVain(on: STDIN_FILENO, for: POLLIN) { continue }
            guard count > 0 else { break }
            toServer.pass(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        server.closeInput()
        endLater()
    }

    /// Ends the server once it has said nothing for a while, although nobody asks it for anything any more.
    private func endLater() {
        while !server.hasEnded {
            let rest = lastMessage.withLock { $0 } + .seconds(ServerProcess.patience) - .now
            guard rest > .zero else { return server.terminate() }
            usleep(useconds_t(max(rest / .microseconds(1), 1_000)))
        }
    }

    private func readMessages() throws(MessageReader.Failure) {
        var reader: MessageReader
        do {
            reader = try MessageReader(server.output, limit: longestMessage) { [server] in server.hasEnded }
        } catch {
            throw .outOfMemory
        }
        while !toAgent.isBroken, let message = try reader.next(in: messages.memory) {
            switch wait(for: message) {
            case .client(let message, _):
                toAgent.insert(message)
                toAgent.flush()
            case .server(let error): toServer.insert(error)
            case .nobody: break
            case .failed: return
            }
            lastMessage.withLock { $0 = .now }
        }
    }

    /// The outcome of a message, for which this thread waits: the next one has to come after it.
    private func wait(for message: SecureBytes) -> MessageWorkers.Outcome {
        let box = OutcomeBox()
        Task { [messages] in
            let outcome = await messages.outcome(of: message)
            box.outcome.withLock { $0 = outcome }
            box.isDone.signal()
        }
        box.isDone.wait()
        return box.outcome.withLock { $0 }
    }
}

private final class OutcomeBox: Sendable {
    let outcome = Mutex<MessageWorkers.Outcome>(.nobody)
    let isDone = DispatchSemaphore(value: 0)
}
