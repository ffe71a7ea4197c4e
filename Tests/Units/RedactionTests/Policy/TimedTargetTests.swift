import Foundation
import SecureMemory
import Testing

@testable import Redaction

@Suite("Targets with a time")
struct TimedTargetTests {
    private func target(_ text: String) throws -> Target {
        let policy = try Policy(
            parsing: SecureBytes(
                copying: Array("{\"rules\":[{\"target\":\(text),\"style\":{\"fill\":{\"color\":\"#000\"}}}]}".utf8)
            )
        )
        return policy.rules[0].target
    }

    @Test(
        "What is read is written again",
        arguments: [
            #"{"from":1.5,"region":{"height":4,"width":3,"x":1,"y":2},"until":4}"#, #"{"screen":"all","until":2}"#,
            #"{"ellipse":{"height":4,"width":3,"x":1,"y":2},"from":1}"#, #"{"from":1,"polygon":[[0,0],[9,0],[0,9]]}"#,
        ]
    )
    func written(_ text: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(try String(decoding: encoder.encode(target(text)), as: UTF8.self) == text)
    }

    @Test(
        "A time that is none, or of anything but a place, is refused",
        arguments: [
            #"{"screen":"all","from":4,"until":4}"#, #"{"from":1,"until":2}"#, #"{"text":"all","from":1}"#,
            #"{"screen":"all","from":-1}"#, #"{"screen":"some","from":1}"#, #"{"screen":"all"}"#,
            #"{"screen":"all","region":{"x":0,"y":0,"width":1,"height":1},"from":1}"#, #"{"screen":"all","from":"1"}"#,
        ]
    )
    func refused(_ text: String) {
        #expect(throws: PolicyError.self) { try target(text) }
    }

    @Test("In a snapshot, which has no time, it is covered")
    func snapshot() throws {
        guard case .timed(let timed) = try target(#"{"screen":"all","from":1,"until":2}"#) else {
            Issue.record("no timed target")
            return
        }
        #expect(timed.isCovered(nil))
        let frames = [0..<0.9, 0.9..<1, 0.9..<1.1, 1..<1, 1.9..<3, 2..<3]
        #expect(frames.map { timed.isCovered($0) } == [false, false, true, true, true, false])
    }
}
