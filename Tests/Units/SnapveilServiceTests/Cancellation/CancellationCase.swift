import Foundation
import HTTPTypes
import PolicyLibrary
import Redaction
import SecureMemory
import Testing

@testable import ImageFixtures
@testable import RedactionJobs
@testable import SnapveilService

/// A request that takes long: a style, a target, and formats in and out.
struct CancellationCase: CustomTestStringConvertible {
    /// What the kinds of work are that a request puts together.
    enum Input: Hashable {
        case png(colorType: UInt8 = 2, depth: Int = 8, interlaced: Bool = false)
        case jpeg(JPEGKind)
    }

    /// The kinds of JPEG.
    enum JPEGKind { case baseline, progressive, cmyk }

    /// The form of a body.
    enum Form { case raw, multipart, json }

    let name: String
    var input = Input.png()
    /// The JSON text of the policy.
    var policy: String
    var query = ""
    var accept = "image/png"
    var form = Form.multipart
    /// Whether the largest hierarchy comes along.
    var hasHierarchy = false
    /// Whether a picture of the largest kind comes along, as `splash`.
    var hasAsset = false
    /// Seconds of a processor that the whole takes with 50 megapixels, more or less.
    var duration = 1.0

    var testDescription: String { name }

    /// The call, and the body that it is made with.
    func request(_ files: LargestFiles) throws -> (call: SanitizeCall, body: SecureBytes) {
        var head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/v1/sanitize?\(query)")
        head.headerFields[.accept] = accept
        head.headerFields[.contentType] =
            switch form {
            case .raw: "application/octet-stream"
            case .multipart: "multipart/form-data; boundary=x"
            case .json: "application/json"
            }
        let policies = ServerPolicies(catalogue: Catalogue(), demands: ServerPolicies.Demands())
        return (try SanitizeCall(head, policies: policies), try body(files))
    }

    private func body(_ files: LargestFiles) throws -> SecureBytes {
        let snapshot = try files.snapshot(input)
        var body = try SecureBytesBuilder()
        switch form {
        case .raw: return snapshot
        case .json:
            try body.append(#"{"policy":\#(policy),"image":""#)
            try body.append(snapshot.base64.replacing("/", with: "\\/"))
            try body.append(#""}"#)
        case .multipart:
            var parts: [(name: String, content: SecureBytes)] = [
                ("image", snapshot), ("policy", try SecureBytes(policy)),
            ]
            if hasHierarchy { parts.append(("hierarchy", try files.hierarchy())) }
            if hasAsset { parts.append(("splash", try files.asset())) }
            for part in parts {
                try body.append("--x\r\nContent-Disposition: form-data; name=\"\(part.name)\"\r\n\r\n")
                try body.append(part.content)
                try body.append("\r\n")
            }
            try body.append("--x--\r\n")
        }
        return body.finish()
    }
}

/// The files of the largest requests, each made when it is first asked for.
final class LargestFiles {
    /// Of the snapshot, in pixels.
    let width: Int
    let height: Int
    private var snapshots: [CancellationCase.Input: SecureBytes] = [:]

    /// - Parameter megapixels: Of the snapshot.
    init(megapixels: Int) {
        width = Int((Double(megapixels) * 1e6).squareRoot()) / 16 * 16
        height = width
    }

    func snapshot(_ input: CancellationCase.Input) throws -> SecureBytes {
        if let snapshot = snapshots[input] { return snapshot }
        let file = LargeFile(width: width, height: height)
        let snapshot =
            switch input {
            case .png(let colorType, let depth, let interlaced):
                try file.png(depth: depth, colorType: colorType, interlaced: interlaced)
            case .jpeg(.baseline): try file.jpeg()
            case .jpeg(.progressive): try file.jpeg(.ycc, .progressive)
            case .jpeg(.cmyk): try file.jpeg(.cmyk)
            }
        snapshots[input] = snapshot
        return snapshot
    }

    /// A picture as high as a picture may be.
    func asset() throws -> SecureBytes {
        try LargeFile(width: max(width * height / 16_384 / 16 * 16, 16), height: 16_384).png(colorType: 6)
    }

    /// Thousands of texts on the screen.
    func hierarchy() throws -> SecureBytes {
        var text = "<hierarchy rotation=\"0\">"
        // A plan takes 16 384 areas.
        let (columns, rows) = (100, 160)
        for index in 0..<columns * rows {
            let (column, row) = (index % columns, index / columns)
            let (x, y) = (column * (width / columns), row * (height / rows))
            // The last ones reach the edges: a screen of another shape would be refused.
            let right = column == columns - 1 ? width : x + width / columns - 2
            let bottom = row == rows - 1 ? height : y + height / rows - 2
            text +=
                "<node class=\"android.widget.TextView\" text=\"Account \(index)\" resource-id=\"app:id/a\(index)\" "
            text += "bounds=\"[\(x),\(y)][\(right),\(bottom)]\"/>"
        }
        return try SecureBytes(text + "</hierarchy>")
    }
}
