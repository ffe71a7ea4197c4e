import Base64Coding
import BoundedWork
import Hierarchy
import Redaction
import SecureMemory
import StrictJSON

extension Upload {
    /// Bounds of a body: those of JSON, but for the depth, which is that of a page source in it.
    private static let limits = JSONLimits(depth: HierarchyLimits().jsonDepth + 1)

    /// Takes a JSON body apart: `{"image", "policy", "hierarchy", "units", "scale", "assets"}`, or a WebDriver
    /// screenshot reply, `{"value", "sessionId"}`.
    init(json body: SecureBytes, _ cancellation: Cancellation) throws(Problem) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: body, limits: Self.limits, cancellation: cancellation)
        } catch {
            guard error.reason != .cancelled else { throw .overloaded() }
            throw .malformed(.jsonMalformed, "\(error)")
        }
        do {
            try self.init(JSONCursor(json), of: body, cancellation)
        } catch let error as JSONSchemaError {
            let place = error.pointer.tokens.isEmpty ? "The body" : error.pointer.description
            throw .parameter(RequestProblem.bodyInvalid, place, "cannot be used: \(error.message)")
        } catch let error as Problem {
            throw error
        } catch {
            throw .defect()
        }
    }

    private init(_ json: JSONCursor, of body: SecureBytes, _ cancellation: Cancellation) throws {
        let value = WebDriverMember.value.rawValue
        if case .object(let object) = json.value, object[value] != nil {
            let members = try json.object(allowing: WebDriverMember.allCases.map(\.rawValue))
            self.init(snapshot: try Self.bytes(members.required(value), cancellation))
            return
        }
        let members = try json.object(allowing: UploadMember.allCases.map(\.rawValue))
        self.init(snapshot: try Self.bytes(members.required(UploadMember.image.rawValue), cancellation))
        policy = try members.optional(UploadMember.policy.rawValue).map(PolicyReference.init(json:))
        hierarchy = try Self.hierarchy(members, of: body, cancellation)
        unit = try LengthUnit(of: members)
        for (name, value) in try members.optional(UploadMember.assets.rawValue)?.members(count: UploadMember.assetCount)
            ?? []
        {
            assets[name] = try Self.bytes(value, cancellation)
        }
    }

    /// A page source: a text, or JSON of any kind.
    private static func hierarchy(
        _ members: JSONObjectCursor,
        of body: SecureBytes,
        _ cancellation: Cancellation
    ) throws -> SecureBytes? {
        let name = UploadMember.hierarchy.rawValue
        guard let member = members.object.members.first(where: { $0.name == name }) else { return nil }
        switch member.value {
        case .array, .object: return body[member.range]
        default: break
        }
        let text = try JSONCursor(member.value, at: members.pointer.appending(.name(name))).text()
        return try mapError(text.bytes(cancellation)) { (_: WorkFailure) in Problem.overloaded() }
    }

    private static func bytes(_ json: JSONCursor, _ cancellation: Cancellation) throws -> SecureBytes {
        let text = try json.text()
        do {
            return try Base64.decode(text.bytes(cancellation), cancellation: cancellation)
        } catch Base64Error.outOfMemory, Base64Error.cancelled {
            throw Problem.overloaded()
        } catch let error as Base64Error {
            let place = json.pointer.description
            throw Problem.malformed(.base64Malformed, "\(place): \(error)", parameter: place)
        } catch {
            throw Problem.overloaded()
        }
    }
}

extension PolicyReference {
    /// A policy as an object or as a text, or the name of one. Pointers of errors start at the policy.
    fileprivate init(json: JSONCursor) throws {
        guard case .string(let string) = json.value else {
            self = .literal(try mapError(Policy(JSONCursor(json.value))) { (error: PolicyError) in Problem(error) })
            return
        }
        try self.init(text: mapError(string.bytes()) { (_: OutOfMemory) in Problem.overloaded() })
    }
}
