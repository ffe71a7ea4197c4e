import BoundedWork
import CLibExpat
import Glibc
import SecureMemory

/// Reader of the XML of Appium and UiAutomator with expat.
///
/// Expat checks the grammar and unescapes values; their places in the source are found in the bytes of each start tag.
final class XMLReader {
    private let bytes: UnsafeRawBufferPointer
    private let limits: HierarchyLimits
    private let cancellation: Cancellation
    private let parser: ExpatParser
    /// The builder of the tree, made anew when the root element has named the tool.
    private var builder: HierarchyBuilder
    /// Known names of attributes, by the address at which expat keeps the name.
    private var attributeNames: [UnsafePointer<CChar>: AttributeName] = [:]
    private var failure: HierarchyError?

    /// - Precondition: `source` has at most 2^31 - 1 bytes.
    static func read(
        _ source: SecureBytes,
        limits: HierarchyLimits,
        _ cancellation: Cancellation
    ) throws(HierarchyError) -> Hierarchy {
        let builder = try source.withUnsafeBytes { (bytes) throws(HierarchyError) in
            // Expat looks at all attributes of an element before it reports any.
            if let crowded = StartTag.first(in: bytes, withMoreValuesThan: limits.attributeCount) {
                let reason = HierarchyError.Reason.tooManyAttributes(limit: limits.attributeCount)
                throw HierarchyError(reason, at: .position(of: crowded, in: bytes))
            }
            return try XMLReader(bytes, limits: limits, cancellation).readElements()
        }
        var hierarchy = try builder.finish(source)
        if hierarchy.format == .uiAutomator { hierarchy.declaredScreen = try DeclaredScreen(of: hierarchy) }
        return hierarchy
    }

    private init(
        _ bytes: UnsafeRawBufferPointer,
        limits: HierarchyLimits,
        _ cancellation: Cancellation
    ) throws(HierarchyError) {
        self.bytes = bytes
        self.limits = limits
        self.cancellation = cancellation
        self.builder = try HierarchyBuilder(.xml, format: .xcuiTest, limits: limits)
        do {
            self.parser = try ExpatParser()
        } catch {
            throw HierarchyError(.outOfMemory(error))
        }
    }

    private func readElements() throws(HierarchyError) -> HierarchyBuilder {
        setHandlers()
        let status = XML_Parse(parser.pointer, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), 1)
        if let failure { throw failure }
        guard status == XML_STATUS_OK else { throw parserFailure() }
        var filled = try HierarchyBuilder(.xml, format: .xcuiTest, limits: limits)
        swap(&filled, &builder)
        return filled
    }

    private func setHandlers() {
        let expat = parser.pointer
        XML_SetUserData(expat, Unmanaged.passUnretained(self).toOpaque())
        XML_SetXmlDeclHandler(expat) { context, _, encoding, _ in XMLReader.of(context)?.declare(encoding) }
        XML_SetStartDoctypeDeclHandler(expat) { context, _, _, _, _ in XMLReader.of(context)?.refuse(.documentType) }
        XML_SetStartElementHandler(expat) { XMLReader.of($0)?.open($1, $2) }
        XML_SetEndElementHandler(expat) { context, _ in XMLReader.of(context)?.close() }
        XML_SetCharacterDataHandler(expat) { XMLReader.of($0)?.checkIsSpace($1, count: $2) }
        XML_SetCommentHandler(expat) { context, _ in XMLReader.of(context)?.refuse(.strayContent(what: "a comment")) }
        XML_SetProcessingInstructionHandler(expat) { context, _, _ in
            XMLReader.of(context)?.refuse(.strayContent(what: "a processing instruction"))
        }
        XML_SetStartCdataSectionHandler(expat) { XMLReader.of($0)?.refuse(.strayContent(what: "a CDATA section")) }
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> XMLReader? {
        context.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension XMLReader {
    private func declare(_ encoding: UnsafePointer<CChar>?) {
        guard let encoding else { return }
        if String(cString: encoding).lowercased() != "utf-8" { refuse(.notUTF8) }
    }

    private func open(
        _ tag: UnsafePointer<CChar>?,
        _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) {
        // Expat calls a handler once more after it was stopped, where an element is empty.
        guard failure == nil, isWanted(), let tag, let attributes else { return }
        do {
            try open(String(cString: tag), attributes)
        } catch {
            refuse(error.reason)
        }
    }

    private func open(
        _ tag: String,
        _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>
    ) throws(HierarchyError) {
        if builder.isEmpty { try begin(root: tag) }
        // Sources of UIAutomation, before iOS 10, have types that no level knows.
        guard builder.format != .xcuiTest || !tag.hasPrefix("UIA") else { throw HierarchyError(.unknownRoot) }
        let start = Int(XML_GetCurrentByteIndex(parser.pointer))
        let range = start..<start + Int(XML_GetCurrentByteCount(parser.pointer))
        guard var startTag = StartTag(in: bytes, range: range) else { throw Self.slip }
        var traits = TraitReader(tag: tag)
        var position = 0
        while let name = attributes[position], let value = attributes[position + 1] {
            guard let sourceRange = startTag.nextValue() else { throw Self.slip }
            let value = UnsafeRawBufferPointer(start: value, count: strlen(value))
            let known = attributeName(name)
            if let source = known.traits { traits.read(source, value) }
            let isEscaped = !UnsafeRawBufferPointer(rebasing: bytes[sourceRange]).isEqual(to: value)
            try builder.add(name: known.index, sourceRange: sourceRange, value: value, isEscaped: isEscaped)
            position += 2
        }
        guard startTag.nextValue() == nil else { throw Self.slip }
        guard let traits = traits.finish() else { throw HierarchyError(.malformedFrame) }
        try builder.open(tag: builder.index(ofName: tag), traits)
    }

    private func begin(root: String) throws(HierarchyError) {
        guard let format = HierarchyFormat(root: root) else {
            throw HierarchyError(root.lowercased() == "html" ? .lookalike(.page) : .unknownRoot)
        }
        builder = try HierarchyBuilder(.xml, format: format, limits: limits)
    }

    private func attributeName(_ name: UnsafePointer<CChar>) -> AttributeName {
        // Expat keeps one copy of each attribute's name, at one place, for as long as the parser lives.
        if let known = attributeNames[name] { return known }
        let text = String(cString: name)
        let new = AttributeName(
            index: builder.index(ofName: text),
            traits: TraitReader.Source(text, in: builder.format)
        )
        attributeNames[name] = new
        return new
    }

    private func close() {
        guard failure == nil else { return }
        builder.close()
    }

    private func checkIsSpace(_ text: UnsafePointer<CChar>?, count: Int32) {
        guard isWanted() else { return }
        let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
        let isSpace = bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        if !isSpace { refuse(.strayContent(what: "text between tags")) }
    }

    private func isWanted() -> Bool {
        if cancellation.isCancelled { refuse(.cancelled) }
        return failure == nil
    }

    private func refuse(_ reason: HierarchyError.Reason) {
        guard failure == nil else { return }
        failure = HierarchyError(reason, at: place)
        XML_StopParser(parser.pointer, XML_Bool(XML_FALSE))
    }

    private func parserFailure() -> HierarchyError {
        let code = XML_GetErrorCode(parser.pointer)
        guard code != XML_ERROR_NO_MEMORY else { return HierarchyError(.outOfMemory(.unknown)) }
        let problem = XML_ErrorString(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
        return HierarchyError(.malformedXML(problem), at: place)
    }

    private var place: HierarchyError.Place {
        .position(
            line: Int(XML_GetCurrentLineNumber(parser.pointer)),
            column: Int(XML_GetCurrentColumnNumber(parser.pointer)) + 1
        )
    }

    /// The error for a tag in which expat and ``StartTag`` find different attributes.
    private static let slip = HierarchyError(.malformedXML("the attributes of a tag cannot be told apart"))
}

private struct AttributeName {
    let index: Int
    let traits: TraitReader.Source?
}

extension UnsafeRawBufferPointer {
    fileprivate func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count, let bytes = baseAddress, let others = other.baseAddress else {
            return isEmpty && other.isEmpty
        }
        return memcmp(bytes, others, count) == 0
    }
}

extension HierarchyFormat {
    fileprivate init?(root tag: String) {
        if tag == "hierarchy" || tag == "displays" {
            self = .uiAutomator
        } else if tag == "AppiumAUT" || tag.hasPrefix("XCUIElementType") {
            self = .xcuiTest
        } else {
            return nil
        }
    }
}
