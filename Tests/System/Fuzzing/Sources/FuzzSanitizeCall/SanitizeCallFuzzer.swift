import BoundedWork
import Claims
import HTTPParsing
import HTTPTypes
import SecureMemory

@testable import PolicyLibrary
@testable import Redaction
@testable import RedactionJobs

/// The entry that libFuzzer calls with an input: the target of a request for a sanitised snapshot, the values of `Content-Type`,
/// `Content-Encoding` and `Accept`, each with a line feed behind it, and the body. A field whose value is empty is not there.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: start, count: count)
    let lines = input.split(separator: 10, maxSplits: 4, omittingEmptySubsequences: false)
    let texts = lines.prefix(4).map { String(decoding: $0, as: UTF8.self) }
    guard texts.count == 4, let body = try? SecureBytes(copying: lines.count > 4 ? Array(lines[4]) : []) else {
        return 0
    }
    let call = Call(target: texts[0], contentType: texts[1], contentEncoding: texts[2], accept: texts[3])
    claimQuery(of: call.target)
    claimAccept(call.accept)
    for policies in policies { call.claimVerdict(policies) }
    do throws(Problem) {
        let form = try Upload.Form(
            contentType: call.field(call.contentType),
            contentEncoding: call.field(call.contentEncoding)
        )
        claimUpload(body, try Upload(body, form: form, cancellation: Cancellation()), form)
    } catch {
        claimIsProblem(error)
    }
    return 0
}

/// A server that takes all, and one that demands much.
private let policies = [
    ServerPolicies(catalogue: Catalogue(hasDetector: true), demands: ServerPolicies.Demands()),
    ServerPolicies(
        catalogue: Catalogue(),
        demands: ServerPolicies.Demands(
            isExclusive: true,
            minimumAssurance: .erased,
            takesPhases: false,
            requiresCover: true,
            forbidsSealing: true
        )
    ),
]

/// Claims that a problem is one that a client understands.
func claimIsProblem(_ problem: Problem) {
    claim((400...599).contains(problem.status.code), "a refusal has the status of one")
    claim((1..<2000).contains(problem.detail.count), "a problem is some sentences: \(problem.detail)")
    claim((problem.parameter?.count ?? 0) < 200, "a parameter that is named is short")
}

// MARK: - Heads

private struct Call {
    let target, contentType, contentEncoding, accept: String

    func field(_ value: String) -> String? { value.isEmpty ? nil : value }

    /// Claims that a head is judged once and for all: by the front as by the worker.
    func claimVerdict(_ policies: ServerPolicies) {
        var head = HTTPRequest(method: .post, scheme: "http", authority: "a", path: target)
        head.headerFields[.contentType] = field(contentType)
        head.headerFields[.contentEncoding] = field(contentEncoding)
        head.headerFields[.accept] = field(accept)
        do throws(Problem) {
            let call = try SanitizeCall(head, policies: policies)
            let again = try? SanitizeCall(call.order, policies: policies)
            claim(again?.order == call.order && again?.form == call.form, "a worker judges a head as the front does")
            claim(again?.options.likeness == call.options.likeness, "the same queries are alike")
            claim(call.isCheck == (call.form == nil), "a check has a report, and anything else a reply")
            let accepted = AcceptField(head.headerFields[.accept])
            guard let form = call.form, let type = form.mediaType else { return }
            claim(accepted.fit(type).weight > 0, "a client gets what it accepts")
        } catch {
            claimIsProblem(error)
        }
    }
}

extension ReplyForm {
    /// The media type of a reply that is no picture.
    fileprivate var mediaType: String? {
        switch self {
        case .image: nil
        case .json, .preview: "application/json"
        case .multipart: "multipart/mixed"
        }
    }
}

private func claimAccept(_ value: String) {
    let list = WeightedList(value)
    claim(list.items.allSatisfy { 0...1000 ~= $0.weight }, "weights are from 0 to 1")
    let field = AcceptField(value)
    for type in ["image/png", "application/json", "multipart/mixed"] {
        claim(0...1000 ~= field.fit(type).weight, "a fit has a weight")
        claim(field.fit(type) == AcceptField(value.uppercased()).fit(type), "capitals change no type")
    }
}

// MARK: - Queries

/// Claims that a query that is written with escapes reads as itself, and that the places of regions make no other kind of work.
private func claimQuery(of target: String) {
    guard let query = try? QueryParameters(target: target) else { return }
    claim(target.utf8.contains(UInt8(ascii: "?")) || query.pairs.isEmpty, "a query is behind a question mark")
    let written = try? QueryParameters(target: "/?" + text(of: query.pairs))
    claim(written.map { $0.pairs.elementsEqual(query.pairs, by: ==) } ?? false, "a query reads back as itself")
    guard let options = try? SanitizeOptions(query) else { return }
    let moved = query.pairs.map { ($0.name, $0.name == "region" ? "1,2,3,4" : $0.value) }
    guard let other = try? SanitizeOptions(QueryParameters(target: "/?" + text(of: moved))) else {
        claim(false, "a region in another place is a region")
        return
    }
    claim(other.likeness == options.likeness, "regions in other places are alike")
    claim(other.regions?.regions.count == options.regions?.regions.count, "no region is lost")
    claim(options.quality.map(SanitizeOptions.Parameter.qualities.contains) ?? true, "a quality is in its range")
}

/// A query in which every byte is an escape.
private func text(of pairs: [(name: String, value: String)]) -> String {
    func escaped(_ text: String) -> String {
        text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    return pairs.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
}
