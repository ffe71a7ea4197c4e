import Foundation
import Hierarchy
import SecureMemory
import Testing

@Suite("What is sent in the place of a page source is told what to send")
struct LookalikeTests {
    static let texts: [(text: String, lookalike: Lookalike)] = [
        ("", .nothing), ("\u{FEFF} \r\n", .nothing),
        ("<!DOCTYPE html>\n<html lang=en><body>secret", .page), ("\n<HTML><head>", .page),
        ("<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>", .page), ("<body class='a'>", .page),
        ("- heading \"secret\" [level=1]\n- textbox \"Name\": Ada", .ariaSnapshot),
        ("- generic [ref=e1]:\n  - link \"secret\"", .ariaSnapshot),
        (
            #"{"value":{"attributes":{"text":"secret","bounds":"[0,0][1,1]"},"children":[]}}"#, .maestroPage
        ),
        ("Attributes: Application, 0x1, pid: 1, label: 'secret'\nElement subtree:\n", .webDriverAgentDescription),
        (#"{"value":"Element subtree:\n →Application, 0x600, pid: 1"}"#, .webDriverAgentDescription),
        (#"{"role":"WebArea","name":"secret","children":[{"role":"heading","name":"secret"}]}"#, .inspectorTree),
        (
            #"{"description":"[root]","type":"_ElementDiagnosticableTreeNode","hasChildren":true,"children":[]}"#,
            .inspectorTree
        ),
        (#"{"documents":[{"nodes":{}}],"strings":["secret"]}"#, .inspectorTree),
        (#"{"root":{"nodeId":1,"nodeName":"HTML"}}"#, .inspectorTree),
        ("\u{89}PNG\r\n", .picture), ("data:image/png;base64,iVBORw0KGgo=", .picture),
        ("iVBORw0KGgoAAAANSUhEUg==", .picture),
        ("ERROR: could not get idle state.", .dumpMessage),
        ("UI hierchary dumped to: /sdcard/window_dump.xml", .dumpMessage),
    ]

    @Test("it is told what it looks like", arguments: texts)
    func toldWhatToSend(_ text: String, lookalike: Lookalike) throws {
        // Pictures are no text.
        let bytes = text.hasPrefix("\u{89}") ? Array(text.unicodeScalars.map { UInt8($0.value) }) : Array(text.utf8)
        let error = #expect(throws: HierarchyError.self) { try Hierarchy(parsing: SecureBytes(copying: bytes)) }
        #expect(error?.reason == .lookalike(lookalike))
        #expect(error?.description.contains("secret") == false)
    }

    @Test("each says what it is and what is taken, without a full stop", arguments: Lookalike.allCases)
    func sentences(_ lookalike: Lookalike) {
        let sentence = HierarchyError(.lookalike(lookalike)).description
        #expect(sentence.hasPrefix("th"))
        #expect(!sentence.hasSuffix("."))
    }

    @Test(
        "a picture is one by its first bytes",
        arguments: [[0xFF, 0xD8, 0xFF, 0xE0], [0x52, 0x49, 0x46, 0x46], [0x47, 0x49, 0x46, 0x38]]
    )
    func pictures(_ bytes: [UInt8]) {
        let error = #expect(throws: HierarchyError.self) { try Hierarchy(parsing: SecureBytes(copying: bytes)) }
        #expect(error?.reason == .lookalike(.picture))
    }
}
