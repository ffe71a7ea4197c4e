import ArgumentParser
import BoundedWork
import SecureMemory
import SnapveilService

struct AccessOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Demand a key of every caller: name:key or key, one a line, 16 characters or more. Read again at SIGHUP.",
            valueName: "file"
        )
    )
    var keyFile = ServerSetting(\.keyFilePath)
    @Option(
        help: ArgumentHelp(
            "Let pages of this origin, too, call from a browser: https://tests.example.org. Several with commas.",
            valueName: "origins"
        )
    )
    var corsOrigins = ServerSetting(\.corsOrigins)
    @Flag(help: "Leave out the page at / on which the service can be tried in a browser.")
    var noPlayground = false

    func hasPlayground(_ reader: inout SettingReader) throws(InvalidSetting) -> Bool {
        try !reader.flag(noPlayground, CodingKeys.noPlayground)
    }
}

/// The file with the keys, read at the start and again at every SIGHUP.
struct KeyFile: Sendable {
    let path: String

    func read() throws(InvalidSetting) -> KeyRing {
        do {
            return try KeyRing(parsing: InputFile(path).read(.regular, maximumBytes: KeyRing.maximumFileBytes))
        } catch let error as KeyRing.InvalidFile {
            throw InvalidSetting(message: "\(path): \(error)")
        } catch {
            throw InvalidSetting(message: "\(error)")
        }
    }
}
