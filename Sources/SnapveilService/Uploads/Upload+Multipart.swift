import BoundedWork
import Foundation
import HTTPParsing
import Redaction
import SecureMemory
import StrictJSON

extension Upload {
    /// Takes a form apart: the part `image` is the snapshot, `policy` a policy or its name, `hierarchy` the elements of
    /// the screen, every other part an asset.
    init(multipart body: SecureBytes, type: MediaType, _ cancellation: Cancellation) throws(Problem) {
        let form: MultipartForm
        do {
            form = try MultipartForm.parse(
                body,
                boundary: try MultipartBoundary(of: type),
                cancellation: cancellation
            )
        } catch .cancelled {
            throw .overloaded()
        } catch {
            throw .malformed("multipart-malformed", title: "The form is malformed", detail: "\(error)")
        }
        guard let image = form["image"] else {
            throw .parameter("image", code: "snapshot-missing", "has to be a part of the form: the snapshot")
        }
        self.init(snapshot: image.content)
        policy = try form["policy"].map { (part) throws(Problem) in try PolicyReference(part: part.content) }
        hierarchy = form["hierarchy"]?.content
        for part in form.parts where !["image", "policy", "hierarchy"].contains(part.name) {
            assets[part.name] = part.content
        }
    }
}

extension PolicyReference {
    /// A part that holds the JSON text of a policy, or a bare name.
    fileprivate init(part content: SecureBytes) throws(Problem) {
        let text = content.withUnsafeBytes { bytes in bytes.first { !" \t\r\n".utf8.contains($0) } }
        guard text == UInt8(ascii: "{") else {
            let name = content.withUnsafeBytes { String(decoding: $0.prefix(256), as: UTF8.self) }
                .trimmingCharacters(in: .whitespacesAndNewlines)
            guard name.isIdentifier() else {
                throw .parameter("policy", code: "policy-invalid", "has to be a JSON object or the name of a policy")
            }
            self = .named(name)
            return
        }
        do {
            self = .literal(try Policy(parsing: content))
        } catch {
            throw Problem(error)
        }
    }
}
