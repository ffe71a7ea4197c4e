import Foundation
import ImageCore
import Redaction
import SchemaChecks
import SecureMemory
import StrictJSON
import Testing

@Suite("The schema of policies says what their reader takes")
struct PolicySchemaTests {
    private static let fill = ##"{"fill":{"color":"#000"}}"##

    /// Values of `target` that are taken.
    private static let targets = [
        #""screen""#, #""regions""#, #"{"region":{"x":-1,"y":0.5,"width":1e3,"height":2,"cornerRadius":4}}"#,
        #"{"ellipse":{"x":0,"y":0,"width":1,"height":1}}"#, #"{"polygon":[[0,0],[9,0],[0,9]]}"#,
        #"{"element":"//XCUIElementTypeSecureTextField"}"#, #"{"element":{"identifier":"login.*","value":"."}}"#,
        #"{"elements":"sensitive"}"#, #"{"elements":"all-text"}"#, #"{"elements":{"sensitive":{"terms":["IBAN"]}}}"#,
    ]
    /// Values of `style` that are taken.
    private static let styles = [
        fill, ##"{"fill":{"color":"#1C1c1e"}}"##, #"{"blur":{"radius":0.01}}"#, #"{"pixelate":{"block":1000000}}"#,
        #"{"image":{"asset":"a.b-c_d"}}"#,
        ##"{"image":{"asset":"a","contentMode":"center","background":"#fff","required":false}}"##,
        #"{"veil":{}}"#, #"{"veil":{"radius":3}}"#, #"{"message":{}}"#, #"{"label":{}}"#,
        #"{"label":{"numbered":true}}"#,
        ##"{"message":{"text":"a","title":"b","textColor":"#000","background":"#fff","appearance":"dark","textSize":12,"symbol":"eye"}}"##,
    ]
    /// Members of a rule besides these two, that are taken.
    private static let ruleMembers = [
        #""padding":2"#, #""atLeast":3"#, #""unplaceable":"skip""#, #""padding":0,"atLeast":0,"unplaceable":"refuse""#,
    ]
    /// Members of a policy besides its rules, that are taken.
    private static let members = [
        #""$schema":"http://127.0.0.1:8080/v1/policy.schema.json""#, #""name":"bank-app""#,
        #""summary":"What a bank hides""#, #""units":"ratio""#, #""units":"points","scale":3"#, #""scale":0.1"#,
        #""minimumAssurance":"erased""#, #""keep":["screen",{"region":{"x":0,"y":0,"width":1,"height":1}}]"#,
        #""keep":[]"#, #""phases":["inactive","background"]"#, #""minimumCoverage":0.5"#,
    ]

    private static let taken =
        targets.map { policy(rule: #""target":\#($0),"style":\#(fill)"#) }
        + styles.map { policy(rule: #""target":"screen","style":\#($0)"#) }
        + ruleMembers.map { policy(rule: #""target":"screen","style":\#(fill),\#($0)"#) }
        + [policy(rule: #""target":{"elements":"all-text"},"style":\#(fill),"outside":"keep""#)]
        + members.map { policy(members: $0) }

    /// Texts whose form is wrong, each in one place.
    private static let refused =
        [
            #"[]"#, #"{}"#, #"{"rules":[]}"#, #"{"rules":{}}"#, #"{"rules":["screen"]}"#,
            policy(members: #""comment":"x""#), policy(members: #""units":"inches""#), policy(members: #""scale":17"#),
            policy(members: #""scale":"3""#), policy(members: #""name":"a b""#), policy(members: #""summary":"""#),
            policy(members: #""minimumAssurance":"untouched""#), policy(members: #""phases":[]"#),
            policy(members: #""phases":["active","active"]"#), policy(members: #""minimumCoverage":1.5"#),
            policy(members: #""keep":"screen""#), policy(members: #""$schema":1"#), policy(rule: #""target":"screen""#),
            policy(rule: #""style":\#(fill)"#), policy(rule: #""target":"screen","style":\#(fill),"atLeast":1.5"#),
            policy(rule: #""target":"screen","style":\#(fill),"padding":-1"#),
            policy(rule: #""target":"screen","style":\#(fill),"unplaceable":"ignore""#),
            policy(rule: #""target":"screen","style":\#(fill),"style2":1"#),
        ]
        + [
            #""window""#, "null", "{}", #"{"region":{"x":0,"y":0,"width":0,"height":1}}"#,
            #"{"region":{"x":0,"y":0,"width":1}}"#, #"{"region":{"x":1e9,"y":0,"width":1,"height":1}}"#,
            #"{"region":{"x":0,"y":0,"width":1,"height":1},"ellipse":{"x":0,"y":0,"width":1,"height":1}}"#,
            #"{"polygon":[[0,0],[1,1]]}"#, #"{"polygon":[[0,0],[1,1],[2]]}"#, #"{"element":{}}"#, #"{"element":""}"#,
            #"{"element":{"role":"x"}}"#, #"{"elements":"everything"}"#, #"{"elements":{"sensitive":{}}}"#,
            #"{"elements":{"sensitive":{"terms":[]}}}"#,
        ]
        .map { policy(rule: #""target":\#($0),"style":\#(fill)"#) }
        + [
            "{}", #""fill""#, #"{"smudge":{}}"#, #"{"fill":{}}"#, ##"{"fill":{"color":"#00000080"}}"##,
            ##"{"fill":{"color":"#000","opacity":0.5}}"##, #"{"blur":{"radius":0}}"#, #"{"blur":{}}"#,
            #"{"veil":{"radius":-2}}"#, #"{"image":{"asset":"../x"}}"#, #"{"image":{"asset":"a","required":1}}"#,
            #"{"label":{"numbered":1}}"#, #"{"label":{"text":"card"}}"#, #"{"message":{"appearance":"grey"}}"#,
            #"{"message":{"textSize":0}}"#,
            ##"{"fill":{"color":"#000"},"veil":{}}"##,
        ]
        .map { policy(rule: #""target":"screen","style":\#($0)"#) }

    private static func policy(rule: String) -> String { #"{"rules":[{\#(rule)}]}"# }

    private static func policy(members: String) -> String {
        #"{\#(members),"rules":[{"target":"screen","style":\#(fill)}]}"#
    }

    private static let checks = SchemaChecks(Policy.schema)

    @Test("a policy that is taken is valid", arguments: taken)
    func valid(text: String) throws {
        #expect(try Self.checks.faults(in: text) == [])
        _ = try Policy(parsing: SecureBytes(copying: text.utf8))
    }

    @Test("a policy that is refused for its form is not valid", arguments: refused)
    func invalid(text: String) throws {
        #expect(try Self.checks.faults(in: text) != [])
        #expect(throws: PolicyError.self) { try Policy(parsing: SecureBytes(copying: text.utf8)) }
    }

    @Test("what a policy says of its schema is not kept")
    func schemaMember() throws {
        let text = Self.policy(members: #""$schema":"policy.schema.json""#)
        let policy = try Policy(parsing: SecureBytes(copying: text.utf8))
        #expect(try !String(decoding: JSONEncoder().encode(policy), as: UTF8.self).contains("schema"))
        #expect(try policy == Policy(rules: [.init(.screen, .fill(.black))]))
    }

    @Test("every style, and every parameter of the shorthand, has a text and a schema")
    func parameters() throws {
        for parameter in PolicyShorthand.parameters {
            #expect(parameter.uses.allSatisfy { !$0.help.isEmpty }, "\(parameter.name)")
            #expect(parameter.schema.tree["type"] != nil, "\(parameter.name)")
        }
        let styles = try #require(Policy.schemaDefinitions.first { $0.name == "Style" }).schema.tree["properties"]
        for style in Style.kinds { #expect(styles?[style]?["description"] != nil, "\(style)") }
    }
}
