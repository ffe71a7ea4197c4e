import Containment
import Dispatch
import Foundation
import HTTPServer
import Logging
import PolicyLibrary
import RedactionJobs
import ServiceLifecycle
import SnapveilService

/// The service on a free port of loopback, with workers that commit faults on order. Prints its port, and that of
/// its metrics; reads policies again at each line of its input, and ends with that. An argument says how many bytes all pictures may take together.
@main
enum FaultyServer {
    static func main() throws {
        if CommandLine.arguments.dropFirst().first == "worker" { WorkerMain.run(FaultyWork.self) }
        let launcher = try Launcher(.itself("FaultyServer", "worker"))
        var configuration = SnapveilService.Configuration(workers: 2)
        configuration.server.port = 0
        configuration.metricsAddress = SocketAddress(host: "127.0.0.1", port: 0)
        configuration.timeLimit = .seconds(2)
        // So little that a worker has soon taken all.
        configuration.maximumWorkBytes = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 128 << 20
        configuration.server.maximumReplyBytes = 32 << 20
        configuration.server.maximumBodyBytes = 8 << 20
        let logger = Logger(label: "faulty") { StreamLogHandler.standardError(label: $0) }
        let pool = try SnapveilService.pool(
            configuration,
            idleBytes: 48 << 20,
            launcher: launcher,
            logger: logger
        )
        let (material, _) = try pool.load(.catalogue(CatalogueFiles(reading: Catalogue.Sources())))
        let service = SnapveilService(configuration: configuration, pool: pool, material: material, logger: logger)
        serve(service, logger)
    }

    private static func serve(_ service: SnapveilService, _ logger: Logger) -> Never {
        let group = ServiceGroup(services: [service], logger: logger)
        Task {
            try await group.run()
            exit(0)
        }
        Task {
            let port = try await service.listeningAddress().port
            let metricsPort = try await service.metricsListeningAddress()?.port ?? 0
            FileHandle.standardOutput.write(Data("\(port) \(metricsPort)\n".utf8))
        }
        DispatchQueue.global().async {
            while readLine() != nil {
                Task { try await service.replaceCatalogue(CatalogueFiles(reading: Catalogue.Sources())) }
            }
            Task { await group.triggerGracefulShutdown() }
        }
        dispatchMain()
    }
}
