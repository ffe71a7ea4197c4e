import StrictJSON

extension HierarchyError {
    /// Where a text is not JSON, without its words that the error quotes.
    init(_ error: JSONSyntaxError) {
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

    /// Where JSON holds something else than is due, without its words that the error quotes, and without the name of a member that
    /// is not known.
    init(_ error: JSONSchemaError) {
        guard case .unknownMember(_, let known) = error.problem else {
            self.init(.malformedJSON(error.message), at: .pointer(error.pointer))
            return
        }
        let object = JSONPointer(error.pointer.tokens.dropLast())
        let sentence = "unknown member; known here: \(known.joined(separator: ", "))"
        self.init(.malformedJSON(sentence), at: .pointer(object))
    }
}
