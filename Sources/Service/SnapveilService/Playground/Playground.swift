import CPlayground
import HTTPServer
import HTTPTypes
import RedactionJobs
import SecureMemory

/// The page at `/` for trying the service in a browser, and the files that it loads.
///
/// It holds no secret and needs no key; the API that it calls needs one where keys are set.
struct Playground: Sendable {
    /// The replies by the names of the files.
    private let replies: [String: StaticReply]

    private static let page = "index.html"

    /// The module that imports all others.
    private static let script = "main.js"

    init() throws(OutOfMemory) {
        let files = try PlaygroundFile.all()
        let scripts = ModuleLinker(PlaygroundModules.all(in: files), main: Self.script)
        var replies: [String: StaticReply] = [:]
        for file in files where !scripts.linked.contains(file.name) || file.name == Self.script {
            guard let type = file.mediaType else { continue }
            let body = file.name == Self.script ? try SecureBytes(copying: scripts.text.utf8) : file.bytes
            replies[file.name] = StaticReply(body, type: type, Self.fields)
        }
        self.replies = replies
    }

    /// The reply to a request for a file, or for the page; a 404 for an unknown one.
    ///
    /// - Parameter file: The name of the file; nil for the page.
    func response(_ file: String?, to head: HTTPRequest) throws(Problem) -> HTTPServerResponse {
        guard let reply = replies[file ?? Self.page] else { throw .notFound() }
        return reply.response(to: head)
    }

    /// The policy for the browser: nothing but its own files, the API beside them and the pictures that it makes.
    private static let policy = [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        // The icon is data; pictures are blobs.
        "img-src blob: data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ]

    /// Features that the page has no use for, and an intruder should not have.
    private static let unused = [
        "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "microphone", "midi", "payment",
        "publickey-credentials-get", "serial", "usb",
    ]

    private static let fields: HTTPFields = [
        .contentSecurityPolicy: policy.joined(separator: "; "),
        .crossOriginOpenerPolicy: "same-origin",
        .crossOriginResourcePolicy: "same-origin",
        .permissionsPolicy: unused.map { "\($0)=()" }.joined(separator: ", "),
        .referrerPolicy: "no-referrer",
    ]
}

/// A file of the playground in the program.
struct PlaygroundFile {
    /// The name, such as `main.js`.
    let name: String
    let bytes: SecureBytes

    private init(_ file: playground_file) throws(OutOfMemory) {
        name = String(cString: file.name)
        bytes = try SecureBytes(copying: UnsafeBufferPointer(start: file.bytes, count: file.count))
    }

    static func all() throws(OutOfMemory) -> [PlaygroundFile] {
        var files: [PlaygroundFile] = []
        while let file = playground_file(files.count) { files.append(try PlaygroundFile(file.pointee)) }
        return files
    }

    var text: String { bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }

    /// The media type of the file; nil for a kind that the playground does not have.
    var mediaType: String? {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        default: nil
        }
    }
}
