import Foundation
import Testing

@Suite("What the program says of itself")
struct DescriptionTests {
    @Test("a locked server with keys describes itself to everybody, also compressed, by GET and HEAD")
    func documents() throws {
        let directory = try Directory(texts: ["keys": "ci:0123456789abcdef"])
        let server = try ServerProcess(["--key-file", directory["keys"]])
        for (path, beginning) in [
            ("/openapi.json", #"{"openapi":"3.1"#), ("/v1/policy.schema.json", #"{"$schema":"#),
            ("/v1/problems", "<!doctype html>"),
        ] {
            let plain = try exchange(server, Request(path: path))
            #expect(plain.status == 200)
            #expect(plain.body.starts(with: Array(beginning.utf8)), "\(path)")
            let packed = try exchange(server, Request(path: path, fields: ["Accept-Encoding: gzip"]))
            #expect(packed.body.starts(with: [0x1F, 0x8B]), "\(path)")
            #expect(packed.body.count < plain.body.count / 2, "\(path)")
            #expect(try exchange(server, Request(method: "HEAD", path: path)).body.isEmpty)
        }
        #expect(try exchange(server, Request(path: "/v1/policies")).status == 401)
    }

    @Test("the program prints the schema that a server sends")
    func schema() throws {
        let directory = try Directory(texts: [:])
        let file = directory["policy.schema.json"]
        let print = ["/bin/sh", "-c", "exec \"$@\" > '\(file)'", "sh"]
        #expect(try Command(["policies", "schema"], launcher: print).status == 0)
        let printed = try Data(contentsOf: URL(filePath: file))
        let server = try ServerProcess([])
        let sent = try exchange(server, Request(path: "/v1/policy.schema.json")).body
        #expect(try JSONSerialization.jsonObject(with: Data(sent)) as? NSDictionary == object(printed))
        #expect(printed.count { $0 == UInt8(ascii: "\n") } > 100)
    }

    @Test("a policy file may say where its schema is, in JSON and in YAML")
    func schemaOfFile() throws {
        let directory = try Directory(texts: [
            "a.json": ##"{"$schema":"../policy.schema.json","rules":[{"target":"screen","style":{"veil":{}}}]}"##,
            "b.yaml":
                "# yaml-language-server: $schema=../policy.schema.json\nrules:\n- target: screen\n  style: { veil: {} }\n",
        ])
        let check = try Command(["policies", "check", directory["a.json"], directory["b.yaml"]])
        #expect(check.status == 0, "\(check.errors)")
    }

    private func exchange(_ server: ServerProcess, _ request: Request) throws -> Reply {
        try Client(port: server.port).exchange(request)
    }

    private func object(_ text: Data) throws -> NSDictionary? {
        try JSONSerialization.jsonObject(with: text) as? NSDictionary
    }
}
