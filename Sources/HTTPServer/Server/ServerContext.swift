import Foundation
import Logging

/// What all connections of a server share.
final class ServerContext: Sendable {
    let configuration: HTTPServerConfiguration
    /// An existential: one virtual call a request, against compiling the whole server once for each handler.
    let handler: any HTTPHandler
    let registry: ConnectionRegistry
    let budget: UploadBudget
    let clock = DateClock()
    /// What runs the connections' tasks, each on one of these, of which there is one a core. A queue that many share takes
    /// all that are ready in one go, where a queue for each would wake a thread for each.
    private let executors: [QueueExecutor]
    let logger: Logger

    /// Takes the bounds from the configuration.
    init(_ configuration: HTTPServerConfiguration, _ handler: any HTTPHandler, _ logger: Logger) {
        self.configuration = configuration
        self.handler = handler
        self.logger = logger
        registry = ConnectionRegistry(
            maximum: configuration.maximumConnections,
            reserve: configuration.reservedConnections
        )
        executors = (1...max(ProcessInfo.processInfo.activeProcessorCount, 1)).map {
            QueueExecutor(label: "snapveil.connections.\($0)")
        }
        budget = UploadBudget(bytes: max(configuration.maximumBytesInFlight, configuration.maximumBodyBytes))
    }

    /// The executor of the connection on `descriptor`.
    func executor(for descriptor: Int32) -> QueueExecutor {
        executors[Int(descriptor) % executors.count]
    }
}
