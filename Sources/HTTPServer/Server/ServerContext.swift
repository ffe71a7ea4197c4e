import Logging

/// What all connections of a server share.
final class ServerContext: Sendable {
    let configuration: HTTPServerConfiguration
    /// An existential: one virtual call a request, against compiling the whole server once for each handler.
    let handler: any HTTPHandler
    let registry: ConnectionRegistry
    let budget: UploadBudget
    let clock = DateClock()
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
        budget = UploadBudget(bytes: max(configuration.maximumBytesInFlight, configuration.maximumBodyBytes))
    }
}
