import BoundedWork
import SecureMemory
import StrictJSON

/// Reads a list of boxes as a harness collects them from Playwright:
/// `[{ "locator": …, "role": …, "text": …, "boundingBox": { "x": …, "y": …, "width": …, "height": … } | null }, …]`.
///
/// `role` and `text` may be missing. A box that is null is that of an element that has none.
enum BoxReader {
    static func read(
        _ source: SecureBytes,
        limits: HierarchyLimits,
        _ cancellation: Cancellation
    ) throws(HierarchyError) -> Hierarchy {
        var builder = try HierarchyBuilder(format: .playwright, limits: limits)
        do {
            // An element is an object with four members, one of them another such object.
            let json = JSONLimits(depth: 8, valueCount: 16 * limits.elementCount)
            let value = try JSONValue(parsing: source, limits: json, cancellation: cancellation)
            for element in try JSONCursor(value).array() {
                guard !cancellation.isCancelled else { throw HierarchyError(.cancelled) }
                try read(element, of: source, into: &builder)
            }
        } catch let error as JSONSyntaxError {
            throw HierarchyError(error)
        } catch let error as JSONSchemaError {
            throw HierarchyError(error)
        } catch let error as HierarchyError {
            throw error
        } catch {
            throw HierarchyError(.outOfMemory(error as? OutOfMemory ?? OutOfMemory(byteCount: 0)))
        }
        return try builder.finish(source)
    }

    private static func read(
        _ json: JSONCursor,
        of source: SecureBytes,
        into builder: inout HierarchyBuilder
    ) throws {
        let element = try json.object(allowing: ["locator", "role", "text", "boundingBox"])
        let role = try element.optional("role")?.text()
        var traits = ElementTraits()
        traits.frame = try frame(element.required("boundingBox"))
        try add("locator", element.required("locator").text(), of: source, to: &builder)
        if let role { try add("role", role, of: source, to: &builder) }
        if let text = try element.optional("text")?.text() { try add("text", text, of: source, to: &builder) }
        try builder.open(tag: builder.index(ofName: tag(role)), traits)
        builder.close()
    }

    private static func frame(_ json: JSONCursor) throws -> Frame? {
        if case .null = json.value { return nil }
        let box = try json.object(allowing: ["x", "y", "width", "height"])
        let frame = try Frame(
            x: box.required("x").number(),
            y: box.required("y").number(),
            width: box.required("width").number(),
            height: box.required("height").number()
        )
        guard let frame else { throw HierarchyError(.malformedFrame, at: .pointer(json.pointer)) }
        return frame
    }

    private static func add(
        _ name: String,
        _ string: JSONString,
        of source: SecureBytes,
        to builder: inout HierarchyBuilder
    ) throws {
        let name = builder.index(ofName: name)
        let range = string.escaped.range(in: source)
        try string.bytes().withUnsafeBytes { value in
            try builder.add(name: name, sourceRange: range, value: value, isEscaped: string.hasEscapes)
        }
    }

    /// ARIA roles are words of small letters; whatever is none would make no name of an element.
    private static func tag(_ role: JSONString?) -> String {
        guard let role, (1...32).contains(role.escaped.count), !role.hasEscapes,
            role.escaped.withUnsafeBytes({ $0.allSatisfy((UInt8(ascii: "a")...UInt8(ascii: "z")).contains) })
        else { return "box" }
        return role.string
    }
}

extension SecureBytes {
    /// Where these bytes, a slice of `whole`, are in it.
    fileprivate func range(in whole: SecureBytes) -> Range<Int> {
        let start = whole.withUnsafeBytes { whole in
            withUnsafeBytes { slice in
                guard let first = whole.baseAddress, let start = slice.baseAddress else { return 0 }
                return start - first
            }
        }
        return start..<start + count
    }
}

extension HierarchyError {
    /// Without the words of the text that the error quotes.
    fileprivate init(_ error: JSONSyntaxError) {
        guard error.reason != .cancelled else {
            self.init(.cancelled)
            return
        }
        let reason: Reason =
            switch error.reason {
            case .unexpected(let expected, _): .malformedJSON("expected \(expected)")
            case .duplicateMember: .malformedJSON("an object has two members of the same name")
            case .invalidUTF8: .notUTF8
            case .tooManyValues(let limit): .malformedJSON("the text may hold \(limit) values at most")
            default: .malformedJSON(error.reason.description)
            }
        self.init(reason, at: .position(line: error.position.line, column: error.position.column))
    }

    /// Likewise, and without the name of a member that is not known.
    fileprivate init(_ error: JSONSchemaError) {
        guard case .unknownMember(_, let known) = error.problem else {
            self.init(.malformedJSON(error.message), at: .pointer(error.pointer))
            return
        }
        let object = JSONPointer(error.pointer.tokens.dropLast())
        let sentence = "unknown member; known here: \(known.joined(separator: ", "))"
        self.init(.malformedJSON(sentence), at: .pointer(object))
    }
}
