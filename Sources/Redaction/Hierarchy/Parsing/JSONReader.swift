import BoundedWork
import SecureMemory
import StrictJSON

/// Reader of page sources that are JSON.
struct JSONReader {
    let text: SourceText
    let limits: HierarchyLimits
    let cancellation: Cancellation

    private var isTree: Bool { text.kind != .boxes }

    private var jsonLimits: JSONLimits {
        // A box is an object with four members, one of them another such object; a view of droidbot has about 40 values.
        isTree
            ? JSONLimits(depth: limits.jsonDepth, valueCount: 64 * limits.elementCount)
            : JSONLimits(depth: 8, valueCount: 16 * limits.elementCount)
    }

    func read() throws(HierarchyError) -> Hierarchy {
        do {
            return try read(JSONValue(parsing: text.bytes, limits: jsonLimits, cancellation: cancellation))
        } catch let error as JSONSyntaxError {
            throw naming(HierarchyError(error), error)
        } catch let error as JSONSchemaError {
            throw naming(HierarchyError(error), nil)
        } catch let error as HierarchyError {
            throw error
        } catch {
            throw HierarchyError(.outOfMemory(error as? OutOfMemory ?? OutOfMemory.unknown))
        }
    }

    private func read(_ json: JSONValue) throws -> Hierarchy {
        switch text.kind {
        case .xml, .boxes: try BoxReader.read(json, of: text.bytes, limits: limits, cancellation)
        case .maestro, .webDriverAgent, .sentry: try TreeReader.read(JSONCursor(json), self)
        case .droidbot: try ViewReader.read(JSONCursor(json), self)
        }
    }

    /// The error that helps most. Trees of other tools are JSON, too: naming them helps more than naming an unknown member.
    private func naming(_ error: HierarchyError, _ cause: JSONSyntaxError?) -> HierarchyError {
        if isTree, case .tooDeep? = cause?.reason {
            return HierarchyError(.tooDeep(limit: limits.depth), at: error.place)
        }
        guard !isTree, case .malformedJSON = error.reason,
            let lookalike = text.bytes.withUnsafeBytes(Lookalike.init(tree:))
        else { return error }
        return HierarchyError(.lookalike(lookalike))
    }
}

extension HierarchyLimits {
    /// Depth of the JSON in which elements are nested as deep as these limits allow: two levels for each, and a few for members
    /// of the last.
    public var jsonDepth: Int { 2 * depth + 8 }
}
