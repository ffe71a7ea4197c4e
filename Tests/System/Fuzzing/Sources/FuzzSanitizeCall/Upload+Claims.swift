import BoundedWork
import Claims
import Foundation
import HTTPParsing
import SecureMemory

@testable import Redaction
@testable import RedactionJobs

/// Claims that the parts of a body are parts of it, and that a form and the JSON that says the same are the same upload.
func claimUpload(_ body: SecureBytes, _ upload: Upload, _ form: Upload.Form) {
    let parts = [upload.snapshot, upload.hierarchy].compactMap(\.self) + upload.assets.values
    claim(parts.allSatisfy { $0.count <= body.count }, "nothing comes that was not sent")
    switch form {
    case .raw: claim(upload.snapshot == body && parts.count == 1, "a body that is the snapshot is no more")
    case .json: claim(UploadMember.assetCount.contains(upload.assets.count), "the pictures are within their count")
    case .multipart:
        for part in parts where !part.isEmpty { claim(isSlice(part, of: body), "a part of a form is not copied") }
        claimSameInJSON(upload)
    }
}

private func isSlice(_ part: SecureBytes, of body: SecureBytes) -> Bool {
    part.withUnsafeBytes { part in
        body.withUnsafeBytes { body in
            guard let start = part.baseAddress, let first = body.baseAddress else { return false }
            return first <= start && start + part.count <= first + body.count
        }
    }
}

/// Claims that the upload, written as JSON, is read as the same.
private func claimSameInJSON(_ upload: Upload) {
    guard upload.unit == nil, UploadMember.assetCount.contains(upload.assets.count),
        upload.hierarchy.map({ text(of: $0) != nil }) ?? true
    else { return }
    var body = JSONBody(image: base64(upload.snapshot), assets: upload.assets.mapValues(base64))
    body.hierarchy = upload.hierarchy.flatMap(text)
    if case .named(let name)? = upload.policy { body.policy = name }
    guard let json = try? JSONEncoder().encode(body), let bytes = try? SecureBytes(copying: json) else { return }
    do throws(Problem) {
        let again = try Upload(bytes, form: .json, cancellation: Cancellation())
        claim(
            again.snapshot == upload.snapshot && again.assets == upload.assets,
            "pictures in JSON are those of the form"
        )
        claim(again.hierarchy == upload.hierarchy, "a page source in JSON is that of the form")
        guard let name = body.policy else { return }
        guard case .named(name)? = again.policy else { return claim(false, "a name in JSON is that of the form") }
    } catch {
        claim(false, "a form can be written as JSON: \(error.detail)")
    }
}

private struct JSONBody: Encodable {
    let image: String
    var policy, hierarchy: String?
    let assets: [String: String]
}

private func text(of bytes: SecureBytes) -> String? {
    bytes.withUnsafeBytes { String(validating: $0, as: UTF8.self) }
}

private func base64(_ bytes: SecureBytes) -> String {
    bytes.withUnsafeBytes { Data($0).base64EncodedString() }
}
