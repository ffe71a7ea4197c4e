import HTTPTypes
import ImageCore
import SecureMemory

/// The same work, asked for in each form that a request may have.
enum RequestForm: CaseIterable {
    case raw, form, json, webDriver

    private static let policy =
        #"{"rules":[{"target":{"region":{"x":10,"y":10,"width":20,"height":10}},"style":{"image":{"asset":"logo"}}}]}"#

    private static let query = "?style=fill&color=%23000&region=10,10,20,10"

    /// A request that covers `snapshot` in part.
    func request(_ snapshot: SecureBytes) throws -> (path: String, fields: HTTPFields, body: SecureBytes) {
        let path = "/v1/sanitize"
        switch self {
        case .raw: return (path + Self.query, [:], snapshot)
        case .webDriver:
            // An escape in the text, as some JSON writers put them, has to be undone in memory of its own.
            let text = snapshot.base64.replacing("/", with: #"\/"#)
            return (path + Self.query, [.contentType: "application/json"], try SecureBytes(#"{"value":"\#(text)"}"#))
        case .json:
            let logo = try Snapshots.file(.jpeg).base64
            let body =
                #"{"image":"\#(snapshot.base64)","assets":{"logo":"\#(logo)"},"policy":\#(Self.policy)}"#
            return (path, [.contentType: "application/json"], try SecureBytes(body))
        case .form:
            let form = Form(parts: [
                ("image", snapshot.array), ("policy", Array(Self.policy.utf8)),
                ("logo", try Snapshots.file(.jpeg).array),
            ])
            return (path, form.fields, try form.body)
        }
    }
}
