import CPageScript
import Foundation
import RedactionJobs
import SecureMemory

/// The bodies of commands by which a page says what it shows.
struct PageQuestion: Sendable {
    /// Of the window.
    private let window: SecureBytes
    /// Of all of the page.
    private let page: SecureBytes
    /// The function that asks the same over WebDriver BiDi, as a string of JSON.
    private let function: SecureBytes

    /// Writes the bodies that are the same for all sessions.
    init() throws(OutOfMemory) {
        window = try Self.body(fullPage: false, element: nil)
        page = try Self.body(fullPage: true, element: nil)
        function = try JSONText.encode(Self.function)
    }

    /// The function for WebDriver BiDi, whose result is a text, and which is asked in the page alone.
    private static let function = """
        function () {
            if (window !== window.top) throw new Error("snapveil: take a picture of the page, not of a frame");
            return JSON.stringify((function () { \(script(fullPage: false)) }).apply(this, arguments));
        }
        """

    /// The command of WebDriver BiDi that asks for what a picture will show.
    ///
    /// - Parameters:
    ///   - context: The page, as a string of JSON.
    ///   - element: The reference of an element as a string of JSON; nil for a picture of the window.
    func command(_ number: Int, _ context: SecureBytes, _ element: SecureBytes?) throws(OutOfMemory) -> SecureBytes {
        let arguments = try element.map { (element) throws(OutOfMemory) in
            try SecureBytes.joined(.text(#"{"sharedId":"#), element, .text("}"))
        }
        return try .joined(
            .text(#"{"id":\#(number),"method":"script.callFunction","params":{"functionDeclaration":"#),
            function,
            .text(#","awaitPromise":false,"target":{"context":"#),
            context,
            .text(#"},"arguments":["#),
            arguments ?? SecureBytes(),
            .text("]}}")
        )
    }

    /// The body of `execute/sync` that asks for what a picture will show; nil for a reference that is none of an element.
    func body(for subject: WebDriverCommand.Subject) throws(OutOfMemory) -> SecureBytes? {
        switch subject {
        case .window: return window
        case .page: return page
        case .element(let reference):
            guard let reference = reference.removingPercentEncoding, reference.utf8.count <= Self.longestReference
            else {
                return nil
            }
            return try Self.body(fullPage: false, element: reference)
        }
    }

    private static let longestReference = 512
    /// The name of a reference to an element (W3C WebDriver, section 12.1).
    private static let elementName = "element-6066-11e4-a52e-4f735466cecf"

    private struct Body: Encodable {
        let script: String
        let args: [[String: String]]
    }

    private static func body(fullPage: Bool, element: String?) throws(OutOfMemory) -> SecureBytes {
        try JSONText.encode(
            Body(script: script(fullPage: fullPage), args: element.map { [[elementName: $0]] } ?? [])
        )
    }

    /// What the page says, as the boxes that workers read. The page is told in words why it cannot be.
    private static func script(fullPage: Bool) -> String {
        """
        const facts = (\(pageFunction))({ texts: true }, ...arguments);
        const refuse = (reason) => { throw new Error("snapveil: " + reason); };
        if (facts.isElsewhere) refuse("the place of a frame of another origin is unknown: switch to the page");
        if (facts.isPanned) refuse("the page is zoomed in and moved, so the part in the picture is unknown: zoom out");
        const zoom = facts.viewport.scale / facts.ratio;
        const fullPage = \(fullPage);
        const own = facts.boxes.find((box) => box.role === "mask");
        if (arguments.length && !own?.boundingBox) refuse("the element is not shown");
        return {
            viewport: { ...facts.viewport, scale: facts.ratio * (fullPage ? 1 : zoom) },
            scroll: facts.scroll, fullPage, page: fullPage ? facts.page : null, clip: own ? own.boundingBox : null,
            boxes: facts.boxes.filter((box) => box !== own && box.boundingBox),
        };
        """
    }

    /// The function of the kits that tells what a page shows.
    private static let pageFunction: String = {
        let bytes = UnsafeBufferPointer(start: page_script_start(), count: page_script_length)
        return String(decoding: bytes, as: UTF8.self)
    }()
}

extension SecureBytes {
    /// Bytes one behind the other.
    static func joined(_ parts: SecureBytes...) throws(OutOfMemory) -> SecureBytes {
        var builder = try SecureBytesBuilder(capacity: parts.reduce(0) { $0 + $1.count })
        for part in parts { try builder.append(part) }
        return builder.finish()
    }

    /// The bytes of a text.
    static func text(_ text: String) throws(OutOfMemory) -> SecureBytes { try SecureBytes(copying: text.utf8) }
}
