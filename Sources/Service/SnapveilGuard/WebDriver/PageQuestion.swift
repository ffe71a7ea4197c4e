import CPageScript
import Foundation
import RedactionJobs
import SecureMemory

/// The commands by which a page says what it shows, before a picture and after it.
struct PageQuestion: Sendable {
    /// The place of a question in time: the first look has the page watch itself until the last one.
    enum Look {
        case first, last
    }

    /// The scripts that ask about the window, and about all of the page, as strings of JSON.
    private let window, page: SecureBytes
    /// The function that asks about the window over WebDriver BiDi.
    private let function: SecureBytes

    /// The words by which a page says that it moved between two looks.
    static let movement = "snapveil: the page moves"

    private static let longestReference = 512
    /// The name of a reference to an element (W3C WebDriver, section 12.1).
    private static let elementName = "element-6066-11e4-a52e-4f735466cecf"

    /// Writes the scripts.
    init() throws(OutOfMemory) {
        window = try JSONText.encode(Self.script(fullPage: false))
        page = try JSONText.encode(Self.script(fullPage: true))
        function = try JSONText.encode(Self.function)
    }

    /// The body of `execute/sync` that asks for what a picture will show; nil for a reference that is none of an element.
    func body(for subject: WebDriverCommand.Subject, _ look: Look) throws(OutOfMemory) -> SecureBytes? {
        var element = SecureBytes()
        if case .element(let reference) = subject {
            guard let reference = reference.removingPercentEncoding, reference.utf8.count <= Self.longestReference
            else { return nil }
            element = try .joined(.text(","), JSONText.encode([Self.elementName: reference]))
        }
        return try .joined(
            .text(#"{"script":"#),
            subject == .page ? page : window,
            .text(#","args":[\#(look == .last)"#),
            element,
            .text("]}")
        )
    }

    /// The command of WebDriver BiDi that asks for what a picture will show.
    ///
    /// - Parameters:
    ///   - context: The page, as a string of JSON.
    ///   - element: The reference of an element as a string of JSON; nil for a picture of the window.
    func command(
        _ number: Int,
        _ context: SecureBytes,
        _ element: SecureBytes?,
        _ look: Look
    ) throws(OutOfMemory) -> SecureBytes {
        let reference = try element.map { (element) throws(OutOfMemory) in
            try SecureBytes.joined(.text(#",{"sharedId":"#), element, .text("}"))
        }
        return try .joined(
            .text(#"{"id":\#(number),"method":"script.callFunction","params":{"functionDeclaration":"#),
            function,
            .text(#","awaitPromise":false,"target":{"context":"#),
            context,
            .text(#"},"arguments":[{"type":"boolean","value":\#(look == .last)}"#),
            reference ?? SecureBytes(),
            .text("]}}")
        )
    }
}

/// What runs in pages.
extension PageQuestion {
    /// The function for WebDriver BiDi, whose result is a text, and which is asked in the page alone.
    private static let function = """
        function () {
            if (window !== window.top) throw new Error("snapveil: take a picture of the page, not of a frame");
            return JSON.stringify((function () { \(script(fullPage: false)) }).apply(this, arguments));
        }
        """

    /// What the page says, as the boxes that workers read. The page is told in words why it cannot be.
    private static func script(fullPage: Bool) -> String {
        """
        const [isLast, ...elements] = arguments;
        const refuse = (reason) => { throw new Error("snapveil: " + reason); };
        const look = () => {
            try { return (\(pageFunction))({ texts: true }, ...elements); } catch (error) { refuse(error.message); }
        };
        \(watch)
        const facts = look();
        if (facts.isElsewhere) refuse("the place of a frame of another origin is unknown: switch to the page");
        if (facts.isPanned) refuse("the page is zoomed in and moved, so the part in the picture is unknown: zoom out");
        const own = facts.boxes.find((box) => box.role === "mask");
        if (elements.length && !own?.boundingBox) refuse("the element is not shown");
        // Drivers cut a picture at the edges of the window.
        const isWithin = ({ x, y, width, height }) => x > -0.5 && y > -0.5
            && x + width < facts.viewport.width + 0.5 && y + height < facts.viewport.height + 0.5;
        if (elements.length && !isWithin(own.boundingBox)) refuse("a part of the element is outside of the window");
        if (!isLast) watch(facts);
        const fullPage = \(fullPage), zoom = facts.viewport.scale / facts.ratio;
        return {
            viewport: { ...facts.viewport, scale: facts.ratio * (fullPage ? 1 : zoom) },
            scroll: facts.scroll, fullPage, page: fullPage ? facts.page : null, clip: own ? own.boundingBox : null,
            boxes: facts.boxes.filter((box) => box !== own && box.boundingBox),
        };
        """
    }

    /// Has the page look at itself at each frame that it draws between two looks, and says at the last one whether something moved.
    private static let watch = """
        const key = Symbol.for("snapveil");
        const places = (facts) => JSON.stringify([facts.viewport, facts.scroll, facts.boxes.map((box) => box.boundingBox)]);
        const watch = (facts) => {
            const state = document[key] = { places: places(facts), until: performance.now() + 10000, hasMoved: false };
            const next = () => requestAnimationFrame(() => {
                if (document[key] !== state || performance.now() > state.until) return;
                try { state.hasMoved = places(look()) !== state.places; } catch { state.hasMoved = true; }
                if (!state.hasMoved) next();
            });
            next();
        };
        const hasMoved = isLast && document[key]?.hasMoved;
        delete document[key];
        if (hasMoved) throw new Error("\(movement)");
        """

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
