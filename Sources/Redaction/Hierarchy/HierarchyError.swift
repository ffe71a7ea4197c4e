public import SecureMemory
public import StrictJSON
import TextAlgorithms

/// Reason and place of a page source that is refused. Holds no text of the source.
public struct HierarchyError: Error, Equatable {
    /// The fault of the source.
    public let reason: Reason
    /// The place of the fault, if it is in one place.
    public let place: Place?

    /// A place in a source.
    public enum Place: Sendable, Equatable {
        /// A line and a column, both counted from 1.
        case position(line: Int, column: Int)
        /// A value of a JSON text.
        case pointer(JSONPointer)
    }

    /// Faults of a source.
    public enum Reason: Sendable, Equatable {
        /// The source has more bytes than the limit.
        case tooLarge(limit: Int)
        /// Elements are nested deeper than the limit.
        case tooDeep(limit: Int)
        /// There are more elements than the limit.
        case tooManyElements(limit: Int)
        /// An element has more attributes than the limit.
        case tooManyAttributes(limit: Int)
        /// The source is neither XML nor JSON of a known kind.
        case unknownFormat
        /// Something else was sent that is often taken for a page source.
        case lookalike(Lookalike)
        /// A reply of WebDriver holds a reply of WebDriver.
        case nestedReply
        /// The root element of the XML belongs to no tool that is known.
        case unknownRoot
        /// The source has no element.
        case noElements
        /// Some bytes are not UTF-8, and no other encoding is declared.
        case notUTF8
        /// The encoding is not taken, or this platform has no converter for it.
        case unknownEncoding
        /// The text is valid UTF-8 and declares another encoding of single bytes, so it may be in either.
        case ambiguousEncoding
        /// Some bytes are no character of `encoding`, which is declared or evident from the first bytes.
        case malformedText(encoding: String)
        /// The XML has a document type declaration, which is not allowed.
        case documentType
        /// The XML holds something besides elements and their attributes: `what` names it, with its article.
        case strayContent(what: String)
        /// The text is not well-formed XML: the reason in the words of the parser.
        case malformedXML(String)
        /// The text is not JSON, or not the JSON that is due: the reason as a sentence without a full stop.
        case malformedJSON(String)
        /// Numbers of a frame are missing, or are no numbers. In boxes, also: they are beyond all screens.
        case malformedFrame
        /// The size of the display is incomplete, or is no size.
        case malformedScreen
        /// There was no memory to read the source.
        case outOfMemory(OutOfMemory)
        /// Nobody waits for the elements any more.
        case cancelled
    }

    /// States the fault and its place.
    public init(_ reason: Reason, at place: Place? = nil) {
        self.reason = reason
        self.place = place
    }
}

extension HierarchyError: CustomStringConvertible {
    /// The place and the reason: `line 3, column 14: a document type declaration is not allowed`.
    public var description: String {
        switch place {
        case .position(let line, let column): "line \(line), column \(column): \(reason)"
        case .pointer(let pointer) where !pointer.tokens.isEmpty: "\(pointer.printed): \(reason)"
        case .pointer, nil: reason.description
        }
    }
}

extension HierarchyError.Place {
    static func position(of offset: Int, in bytes: UnsafeRawBufferPointer) -> HierarchyError.Place {
        let (line, column) = bytes.lineAndColumn(of: offset)
        return .position(line: line, column: column)
    }
}

extension HierarchyError.Reason: CustomStringConvertible {
    /// The fault as a sentence without its place.
    public var description: String {
        switch self {
        case .tooLarge(let limit): "a page source has at most \(limit) bytes"
        case .tooDeep(let limit): "elements may be nested \(limit) deep at most"
        case .tooManyElements(let limit): "a page source has at most \(limit) elements"
        case .tooManyAttributes(let limit): "an element has at most \(limit) attributes"
        case .unknownFormat:
            "expected the XML of Appium or UiAutomator, the JSON of WebDriverAgent, Maestro, droidbot or Sentry's view hierarchy, or "
                + "the boxes of a page as JSON"
        case .lookalike(let lookalike): lookalike.description
        case .nestedReply: "a WebDriver reply holds another WebDriver reply; send the inner one"
        case .unknownRoot:
            "the root element is unknown; expected one of XCUITest (XCUIElementType…, AppiumAUT) or UiAutomator (hierarchy, displays)"
        case .noElements: "the page source has no elements"
        case .notUTF8: "the page source is neither UTF-8 nor in the encoding that it declares"
        case .unknownEncoding:
            "the encoding of the page source is not supported; send it as UTF-8 (UTF-16, ISO-8859, Windows-125x, KOI8, Shift_JIS, "
                + "EUC-JP, GBK, GB18030, Big5, EUC-KR and TIS-620 are supported, too)"
        case .ambiguousEncoding:
            "the page source reads as UTF-8 and as the encoding that it declares; send it as UTF-8, and declare UTF-8"
        case .malformedText(let encoding): "the text is not well-formed \(encoding)"
        case .documentType: "a document type declaration is not allowed"
        case .strayContent(let what): "the page source holds \(what); only elements with attributes are allowed"
        case .malformedXML(let problem): "the XML is malformed: \(problem)"
        case .malformedJSON(let problem): problem
        case .malformedFrame:
            "a frame needs x, y, width and height, or bounds, all as numbers up to \(Int(Frame.maximumLength)), "
                + "with no length below 0"
        case .malformedScreen:
            "the size of the display needs width and height, whole numbers of pixels from 1 to \(Int(Frame.maximumLength)), and "
                + "a rotation, if stated, from 0 to 3"
        case .outOfMemory(let error): error.description
        case .cancelled: "the work was cancelled"
        }
    }
}

extension HierarchyError {
    /// Takes over the reason, without the words of the text that the error quotes.
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

    /// Takes over the reason, without the words of the text and the names of unknown members that the error quotes.
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
