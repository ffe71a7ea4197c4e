import CPlayground
import SecureMemory

/// A file of the playground, as it lies in the program.
struct PlaygroundFile {
    /// What it is called: `main.js`.
    let name: String
    /// Its bytes.
    let bytes: SecureBytes

    private init(_ file: playground_file) throws(OutOfMemory) {
        name = String(cString: file.name)
        bytes = try SecureBytes(copying: UnsafeBufferPointer(start: file.bytes, count: file.count))
    }

    /// All files.
    ///
    /// - Throws: ``OutOfMemory``.
    static func all() throws(OutOfMemory) -> [PlaygroundFile] {
        var files: [PlaygroundFile] = []
        while let file = playground_file(files.count) { files.append(try PlaygroundFile(file.pointee)) }
        return files
    }

    /// Its bytes as a text.
    var text: String { bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }

    /// The media type that its name stands for; nil for a kind of file that the playground has none of.
    var mediaType: String? {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        default: nil
        }
    }
}
