/// An object whose members are all known, and its place.
public struct JSONObjectCursor: Sendable {
    /// The object, whose members all have known names.
    public let object: JSONObject

    /// The place of the object in the text.
    public let pointer: JSONPointer

    /// The members that there may be.
    private let names: [String]

    init(_ object: JSONObject, names: [String], pointer: JSONPointer) {
        self.object = object
        self.names = names
        self.pointer = pointer
    }

    /// The member called `name`.
    ///
    /// - Parameter name: One of the names that the object was opened with.
    /// - Throws: ``JSONSchemaError`` if there is none.
    public func required(_ name: String) throws(JSONSchemaError) -> JSONCursor {
        guard let member = optional(name) else { throw JSONSchemaError(.missingMember(name), at: pointer) }
        return member
    }

    /// The member called `name`, or nil if there is none. A member that is null is there.
    ///
    /// - Parameter name: One of the names that the object was opened with.
    public func optional(_ name: String) -> JSONCursor? {
        assert(names.contains(name), "\(name) is read, but would be refused as unknown")
        return object[name].map { JSONCursor($0, at: pointer.appending(.name(name))) }
    }

    /// The error for members that do not go together; a sentence without a full stop.
    public func invalid(_ sentence: String) -> JSONSchemaError {
        JSONSchemaError(.invalid(sentence), at: pointer)
    }
}
