import Foundation
import HTTPServer
import ServiceLifecycle
import SnapveilService

/// Prints the URL of a service on standard output as soon as it listens, for scripts; of a socket in the file system `unix:` and
/// the path.
struct AddressPrinter: Service {
    let service: SnapveilService

    func run() async throws {
        let address = try await service.listeningAddress()
        let url = address.path == nil ? "http://\(address)" : "\(address)"
        FileHandle.standardOutput.write(Data("\(url)\n".utf8))
        // A service that ended would end the others.
        try await gracefulShutdown()
    }
}
