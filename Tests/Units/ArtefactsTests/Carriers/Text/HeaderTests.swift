import SecureMemory
import Testing

@Suite("Credentials of headers in texts are taken out, and told")
struct HeaderTests {
    @Test(
        "a header is known wherever a text has it",
        arguments: [
            ("Authorization: Bearer 8f14e45fceea167a\nnext", "Authorization: [secret]\nnext"),
            ("> authorization: Basic dXNlcjpw\nCookie: a", "> authorization: [secret]\nCookie: a"),
            ("Cookie: sid=kx93jd02ls; theme=dark", "Cookie: [secret]"),
            ("Set-Cookie: session=a8sd7f6a; Path=/", "Set-Cookie: [secret]"),
            ("12:00 x-api-key: zzkey12345", "12:00 x-api-key: [secret]"),
            ("{Authorization=[Bearer abcd1234efgh], Cookie=[s=99ab]}", "{Authorization=[[secret]], Cookie=[[secret]]}"),
            ("curl -H 'X-Auth-Token: tok_abcdef' https://x", "curl -H 'X-Auth-Token: [secret]' https://x"),
            ("Authorization=Bearer abcd1234efgh, b=2", "Authorization=[secret], b=2"),
            (#"{"args":["-H","Cookie: sid=kx93jd02\"ls"]}"#, #"{"args":["-H","Cookie: [secret]"]}"#),
            (#"{"a":"-H \"Cookie: s=kx93jd02\" \u0026"}"#, #"{"a":"-H \"Cookie: [secret]\" \u0026"}"#),
            (#"{"a":"Cookie: s=kx93jd02\nHost: x"}"#, #"{"a":"Cookie: [secret]\nHost: x"}"#),
            (#"{"a":"{Cookie=\"s=kx93jd02\", Host=x}"}"#, #"{"a":"{Cookie=\"[secret]\", Host=x}"}"#),
            ("<pre>Authorization: Bearer abcd1234efgh</pre>", "<pre>Authorization: [secret]</pre>"),
            // Arrays of JSON: several values of a header, pairs, and names and values by turns.
            (#"{"h":{"Authorization":["Bearer abcd1234efgh"]}}"#, #"{"h":{"Authorization":["[secret]"]}}"#),
            (#"{"h":{"Set-Cookie":["a=1","sid=kx93jd02ls"]}}"#, #"{"h":{"Set-Cookie":["[secret]","[secret]"]}}"#),
            (#"{"h":[["authorization","Bearer abcd1234efgh"]]}"#, #"{"h":[["authorization","[secret]"]]}"#),
            (#"["Host","x","Cookie","sid=kx93jd02ls"]"#, #"["Host","x","Cookie","[secret]"]"#),
            (#"["X-Api-Key","zzkey12345"]"#, #"["X-Api-Key","[secret]"]"#),
        ]
    )
    func headers(text: String, expected: String) throws {
        #expect(try redacted(text) == expected)
    }

    @Test("its token goes from everything else, too")
    func told() throws {
        let text = try redacted("Authorization: Bearer abcd1234efgh\nGET /?t=abcd1234efgh\n")
        #expect(text == "Authorization: [secret]\nGET /?t=[secret]\n")
    }

    @Test(
        "prose about them stays",
        arguments: [
            "Authorization: failed for this user", "Cookie: accepted", "the cookie: what it is", "a=b: c",
            "no-authorization-header: abc", #"["authorization","content-type","x-amz-content-sha256"]"#,
            #"["cookie","x-api-key","accept"]"#,
        ]
    )
    func prose(text: String) throws {
        #expect(try redacted(text) == text)
    }
}
