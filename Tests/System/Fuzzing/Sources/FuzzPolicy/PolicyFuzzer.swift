import Claims
import Foundation
import Redaction
import SecureMemory
import StrictJSON

@testable import PolicyLibrary

/// The entry that libFuzzer calls with an input: a policy as JSON, as YAML, or as the query of a request. It is tried as all
/// three.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: start, count: count)
    guard let text = try? SecureBytes(copying: input) else { return 0 }
    let json = policy { () throws(TextFault) in try StructuredText(json: text) }
    let yaml = policy { () throws(TextFault) in .yaml(try YAMLText(text)) }
    if let json, let yaml { claim(json == yaml, "what is JSON and YAML is the same policy in both") }
    let query = policy(inQuery: String(decoding: input, as: UTF8.self))
    for policy in [json, yaml, query].compactMap(\.self) { policy.claimReadsBackAsItself() }
    return 0
}

/// Reads a policy as its file would be read, and claims that an error names its place.
private func policy(in read: () throws(TextFault) -> StructuredText) -> Policy? {
    do throws(TextFault) {
        let text = try read()
        do throws(PolicyError) {
            return try Policy(JSONCursor(text.value))
        } catch {
            claimIsMessage(error.description)
            claim(!error.code.isEmpty, "an error has a code")
            claim(error.pointer.map { text.line(of: $0) != nil } ?? true, "an error has a place: \(error)")
        }
    } catch {
        claimIsMessage(error.reason)
        claim(error.line.map { $0 >= 1 } ?? true, "lines are counted from 1")
    }
    return nil
}

extension StructuredText {
    fileprivate var value: JSONValue {
        switch self {
        case .json(_, let value): value
        case .yaml(let text): text.value
        }
    }
}

/// Reads a policy as the query of a request states it, and claims that an error names a parameter.
private func policy(inQuery query: String) -> Policy? {
    let parameters = query.split(separator: "&").map { pair in
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : "")
    }
    do throws(ShorthandError) {
        return try PolicyShorthand(parameters).policy()
    } catch {
        let isKnown = PolicyShorthand.parameters.contains { $0.name == error.parameter }
        claim(isKnown || parameters.contains { $0.name == error.parameter }, "an error names a parameter")
        claimIsMessage(error.message)
        return nil
    }
}

extension Policy {
    /// Claims that the policy, written down, is read as the same.
    fileprivate func claimReadsBackAsItself() {
        claim(rules.count <= Self.maximumRules && keep.count <= Self.maximumRules, "rules are within the count")
        guard let text = try? JSONEncoder().encode(self), let bytes = try? SecureBytes(copying: text) else {
            return claim(false, "a policy can be written down")
        }
        do throws(PolicyError) {
            claim(try Policy(parsing: bytes) == self, "a policy reads back as itself")
        } catch {
            claim(false, "a policy reads back: \(error.pointer.map(String.init(describing:)) ?? "") \(error)")
        }
    }
}
