import Claims
import SecureMemory
import StrictJSON

@testable import Artefacts
@testable import RedactionJobs

/// The entry that libFuzzer calls with an input: a message in JSON of a server behind a guard, over MCP or WebDriver BiDi, or
/// a command of a client to one.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let message = try? SecureBytes(copying: UnsafeBufferPointer(start: start, count: count)) else { return 0 }
    let tree = (try? JSONValue(parsing: message)).map(Tree.init)
    claimOutline(message, tree)
    claimBiDi(message, tree)
    claimTexts(message, tree)
    claimSought(message, tree)
    claimEdit(message, tree)
    return 0
}

// MARK: - Outlines

/// Claims that an outline has the places of the members, and that an error in place of a message has its number.
private func claimOutline(_ message: SecureBytes, _ tree: Tree?) {
    let (isBatch, messages) = MessageOutline.outlines(of: message)
    for outline in messages {
        claim(outline.id.map { isPlace($0, in: message) && $0.count <= 64 } ?? true, "a number is somewhere, and short")
    }
    if let tree, !isBatch, let outline = messages.first {
        let id = tree.place("id").flatMap { $0.count <= 64 ? $0 : nil }
        claim(outline.id == id, "the number is that of the message")
        claim(outline.hasMethod == tree.has("method"), "what asks is known")
        claim(outline.hasContent == tree.has("result", "content"), "the result of a tool is known")
    }
    for language in [MessageLanguage.mcp, .biDi] {
        let refused = RefusedMessage(message, language, "\"it\" is\u{1B} a picture")
        claim((refused.receiver == .nobody) == (refused.error == nil), "an error is for somebody")
        guard tree != nil, let error = refused.error else { continue }
        let answer = (try? JSONValue(parsing: error)).map(Tree.init)
        claim(answer != nil, "an error is JSON")
        guard !isBatch, let place = messages[0].id, let own = answer?.place("id") else { continue }
        claim(error[own] == message[place], "an error has the number of its message")
    }
}

/// Claims that what a guard sees of a message of WebDriver BiDi is what the message says.
private func claimBiDi(_ message: SecureBytes, _ tree: Tree?) {
    let outline = BiDiOutline(of: message)
    for place in [outline.id, outline.context, outline.element, outline.text] {
        claim(place.map { isPlace($0, in: message) } ?? true, "a place is in the message")
    }
    claim(outline.subject != .element || outline.element != nil, "the picture of an element has one")
    guard let tree else { return }
    claim(outline.id == tree.place("id"), "the number is that of the message")
    claim(outline.context == tree.place("params", "context"), "the page is that of the message")
    let takesPicture = tree.text("method") == "browsingContext.captureScreenshot"
    claim((outline.subject != nil) == takesPicture, "a command that takes a picture is known")
}

private func isPlace(_ place: Range<Int>, in message: SecureBytes) -> Bool {
    !place.isEmpty && 0 <= place.lowerBound && place.upperBound <= message.count
}

// MARK: - Members

/// Claims that the texts that an agent reads are all found, in their order.
private func claimTexts(_ message: SecureBytes, _ tree: Tree?) {
    let places = MessageTexts.ranges(in: message)
    for (place, next) in zip(places ?? [], (places ?? []).dropFirst()) {
        claim(place.upperBound < next.lowerBound, "texts are apart")
    }
    guard let tree else { return }
    claim(places != nil, "texts of JSON are found")
    let found = (places ?? []).map { place -> String? in
        guard case .string(let string)? = try? JSONValue(parsing: message[place]) else { return nil }
        return string.string
    }
    let read = tree.strings.filter { string in
        let names = string.path.filter { !$0.isEmpty }
        return names.last == "text" || names.contains("structuredContent") || names.starts(with: ["params", "data"])
    }
    claim(found == read.map(\.text), "the texts that an agent reads are found")
}

private let sought = [SoughtMember("remotePath", nil), SoughtMember("script", "mobile: startScreenStreaming")]

/// Claims that a command that sends a screen elsewhere is found.
private func claimSought(_ message: SecureBytes, _ tree: Tree?) {
    let found = SoughtMember.first(of: sought, in: message)
    claim(found.map(sought.contains) ?? true, "what is found was sought")
    guard let tree else { return }
    let leads = tree.strings.contains { string in
        switch string.path.last?.lowercased() {
        case "remotepath": isAddress(string.text)
        case "script": string.text.lowercased() == "mobile: startscreenstreaming"
        default: false
        }
    }
    claim(found != nil || !leads, "a command that sends a screen elsewhere is found")
}

/// Whether a text is an address to the `URL` of Node.js (WHATWG URL, section 4.4): spaces in front, tabs and line ends do not
/// count, and neither do missing slashes.
private func isAddress(_ text: String) -> Bool {
    let scalars = text.unicodeScalars.drop { $0.value <= 0x20 }.filter { !"\t\r\n".unicodeScalars.contains($0) }
    let beginning = String(String.UnicodeScalarView(scalars.prefix(6))).lowercased()
    return ["http:", "https:", "ftp:"].contains { beginning.hasPrefix($0) }
}

// MARK: - Ways past the guard

private let origin = "ws://guard"
private let direct = DirectMembers(omitted: ["a", "se:cdp"], socketOrigin: origin)

/// Claims that members that lead past a guard are not in what is passed on, and that it is JSON where it was.
private func claimEdit(_ message: SecureBytes, _ tree: Tree?) {
    var edit = DirectMemberEdit(direct)
    guard let edited = try? edit.edited(message) else { return }
    if edited == message { claim(edit.sockets.isEmpty, "an address that is changed changes the message") }
    guard tree != nil else { return }
    let rest = (try? JSONValue(parsing: edited)).map(Tree.init)
    guard let rest else {
        claim(false, "JSON without some members is JSON")
        return
    }
    claim(rest.names.isDisjoint(with: direct.omitted), "members that lead past a guard are taken out")
    for string in rest.strings where string.path.last == DirectMembers.socketName {
        claim(string.text.hasPrefix(origin), "the address of a web socket is at the guard")
    }
}
