import SecureMemory
import SnapveilService

/// The file with the keys, read at the start and again at every SIGHUP.
struct KeyFile: Sendable {
    let path: String

    /// - Throws: ``InvalidSetting``.
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
