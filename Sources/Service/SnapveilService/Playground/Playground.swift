import HTTPServer
import HTTPTypes
import SecureMemory

/// The page at `/` on which the service can be tried in a browser, and what that page loads.
///
/// It holds nothing that is secret, so it is given to everybody; what it calls asks for a key where the server does.
struct Playground: Sendable {
    /// The replies by the names of the files.
    private let replies: [String: StaticReply]

    /// What the page itself is called.
    private static let page = "index.html"

    /// The module that imports all others.
    private static let script = "main.js"

    /// Makes the replies.
    ///
    /// - Throws: ``OutOfMemory``.
    init() throws(OutOfMemory) {
        let files = try PlaygroundFile.all()
        let scripts = ModuleLinker(
            Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) }),
            main: Self.script
        )
        var replies: [String: StaticReply] = [:]
        for file in files where !scripts.linked.contains(file.name) || file.name == Self.script {
            guard let type = file.mediaType else { continue }
            let body = file.name == Self.script ? try SecureBytes(copying: scripts.text.utf8) : file.bytes
            replies[file.name] = StaticReply(body, type: type, Self.fields)
        }
        self.replies = replies
    }

    /// The reply to a request for the page, or for one of its files.
    ///
    /// - Parameter file: The name of the file; nil for the page.
    /// - Throws: A 404 for a file that there is not.
    func response(_ file: String?, to head: HTTPRequest) throws(Problem) -> HTTPServerResponse {
        guard let reply = replies[file ?? Self.page] else { throw .notFound() }
        return reply.response(to: head)
    }

    /// What a browser is to keep the page from: all but its own files, the API beside them and the pictures that it
    /// makes itself.
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

    /// What a page has no use for, so that nothing that gets into it has.
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
