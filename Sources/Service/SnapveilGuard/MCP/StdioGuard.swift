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
        return server.end()
    }

    /// Passes on what the agent says, and its end.
    private func passOn() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0, toServer.pass(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { break }
        }
        server.closeInput()
    }

    private func readMessages() throws(MessageReader.Failure) {
        let toAgent = LineWriter(STDOUT_FILENO)
        var reader: MessageReader
        do { reader = try MessageReader(server.output, limit: longestMessage) } catch { throw .outOfMemory }
        while let message = try reader.next(in: messages.memory) {
            switch wait(for: message) {
            case .client(let message): toAgent.insert(message)
            case .server(let error): toServer.insert(error)
            case .nobody: break
            }
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
