import Foundation
import ServiceLifecycle
import SnapveilService

/// Prints the URL of a service on standard output as soon as it listens, for scripts.
struct AddressPrinter: Service {
    let service: SnapveilService

    func run() async throws {
        let address = try await service.listeningAddress()
        FileHandle.standardOutput.write(Data("http://\(address)\n".utf8))
        // A service that ended would end the others.
        try await gracefulShutdown()
    }
}
