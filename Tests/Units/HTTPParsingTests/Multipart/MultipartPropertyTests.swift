import HTTPParsing
import SecureMemory
import SeededRandom
import Testing

@Suite("Whatever the body is")
struct MultipartPropertyTests {
    @Test("random parts come back as they went in, over the memory of the body")
    func roundTrips() throws {
        var generator = SeededGenerator(seed: 1)
        let pieces: [[UInt8]] = ["\r\n", "\r", "\n", "--", "-", "b", "--b", "\r\n--", "\r\n-", "\r\n--x", "x"].map {
            Array($0.utf8)
        }
        for _ in 0..<300 {
            let boundary = "--b\(UInt64.random(in: 0...UInt64.max, using: &generator))"
            var body: [UInt8] = []
            var contents: [[UInt8]] = []
            for number in 0..<Int.random(in: 1...5, using: &generator) {
                var content: [UInt8] = []
                for _ in 0..<Int.random(in: 0...20, using: &generator) {
                    content += pieces.randomElement(using: &generator) ?? []
                    if Int.random(in: 0..<8, using: &generator) == 0 {
                        content += Array("--\(boundary)".utf8.dropLast())
                    }
                }
                contents.append(content)
                body += Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"p\(number)\"\r\n\r\n".utf8)
                body += content + Array("\r\n".utf8)
            }
            body += Array("--\(boundary)--\r\n".utf8)
            let bytes = try SecureBytes(copying: body)
            let form = try MultipartForm.parse(bytes, boundary: MultipartBoundary(boundary))
            #expect(form.parts.map { part in part.content.withUnsafeBytes { Array($0) } } == contents)
            let memory = bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
            for part in form.parts {
                let start = part.content.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
                #expect((memory...memory + UInt(bytes.count)).contains(start))
            }
        }
    }

    @Test("a mutated body is refused, or its parts are parts of it")
    func mutations() throws {
        var generator = SeededGenerator(seed: 2)
        let original = Array(
            MultipartFixture.crlf(
                """
                --b
                Content-Disposition: form-data; name="image"; filename="s%22\\hot.png"
                Content-Type: image/png

                PNG
                --b
                Content-Disposition: form-data; name=policy
                Content-Transfer-Encoding: 8bit

                {}
                --b--

                """
            ).utf8
        )
        let inserted = Array("\r\n-b;:=\"\\ %\0é".utf8)
        var accepted = 0
        for _ in 0..<3000 {
            var body = original
            for _ in 0..<Int.random(in: 1...2, using: &generator) {
                let place = Int.random(in: 0..<body.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: body.remove(at: place)
                case 1: body.insert(inserted.randomElement(using: &generator) ?? 0, at: place)
                default: body[place] = UInt8.random(in: 0...255, using: &generator)
                }
            }
            let bytes = try SecureBytes(copying: body)
            do throws(MultipartError) {
                let form = try MultipartForm.parse(bytes, boundary: MultipartBoundary("b"))
                accepted += 1
                #expect((1...2).contains(form.parts.count))
                #expect(form.parts.allSatisfy { !$0.name.isEmpty && $0.content.count < body.count })
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
        #expect((100..<2900).contains(accepted))
    }

    @Test("8 MB of near-delimiters take no longer than their bytes")
    func nearDelimiters() throws {
        let boundary = String(repeating: "-", count: 69) + "b"
        let nears = [
            "\n", "\r\n", "-", "\r\n--", "\r\n" + String(repeating: "-", count: 71),
            "\n" + String(repeating: "-", count: 71) + "c",
        ]
        for near in nears {
            var content = Array(near.utf8)
            while content.count < 8_000_000 { content += content }
            let head = Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n".utf8)
            let body = try SecureBytes(copying: head + content + Array("\r\n--\(boundary)--".utf8))
            let duration = try ContinuousClock().measure {
                let form = try MultipartForm.parse(body, boundary: MultipartBoundary(boundary))
                #expect(form["a"]?.content.count == content.count)
            }
            #expect(duration < .seconds(1), "\(near.debugDescription)")
        }
    }
}
