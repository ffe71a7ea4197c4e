import Testing

@Suite("Passwords behind options of commands are taken out, and told")
struct CommandOptionsTests {
    @Test(
        "an option of a program that has a password, with its place and its form",
        arguments: [
            ("+ curl -u bob:flaming9 https://a.example", "+ curl -u bob:[secret] https://a.example"),
            ("curl -sSL -ubob:flaming9 a", "curl -sSL -ubob:[secret] a"),
            ("curl -su bob:flaming9 a", "curl -su bob:[secret] a"),
            ("curl --user 'bob:flaming 9' a", "curl --user 'bob:[secret]' a"),
            ("$ /usr/bin/curl a -u \"bob:flaming9\"", "$ /usr/bin/curl a -u \"bob:[secret]\""),
            ("sh -c \"curl -u bob:flaming9 a\"", "sh -c \"curl -u bob:[secret] a\""),
            ("cd a && sudo docker login -u bob -p flaming9 b", "cd a && sudo docker login -u bob -p [secret] b"),
            ("docker exec db mysql -uroot -pflaming9 shop", "docker exec db mysql -uroot -p[secret] shop"),
            ("mysql -p'flaming 9' shop", "mysql -p'[secret]' shop"),
            ("sshpass -p flaming9 ssh a", "sshpass -p [secret] ssh a"),
            ("sshpass -pflaming9 ssh a", "sshpass -p[secret] ssh a"),
            ("redis-cli -a flaming9 PING", "redis-cli -a [secret] PING"),
            ("openssl enc -k flaming9 -in a", "openssl enc -k [secret] -in a"),
            ("smbclient //a/b -U bob%flaming9", "smbclient //a/b -U bob%[secret]"),
            ("security unlock-keychain -p flaming9 a.keychain", "security unlock-keychain -p [secret] a.keychain"),
            (#"{"run":"curl -u \"bob:flaming9\" a\nls"}"#, #"{"run":"curl -u \"bob:[secret]\" a\nls"}"#),
            ("<pre>curl -u bob:flaming9 a</pre>", "<pre>curl -u bob:[secret] a</pre>"),
        ]
    )
    func passwords(text: String, expected: String) throws {
        #expect(try redacted(text) == expected)
    }

    @Test("what an option told is known elsewhere")
    func told() throws {
        let text = "unzip -P flaming-9x a.zip\nthe archive of flaming-9x"
        #expect(try redacted(text) == "unzip -P [secret] a.zip\nthe archive of [secret]")
    }

    @Test(
        "options of other programs and commands, variables, and what is masked already stay",
        arguments: [
            "mkdir -p flaming9/dir", "ssh -p 22229 host", "docker run -p 8080:8080 a", "cp -p flaming9 b",
            "curl -u bob a", "curl -u bob: a", "curl -u $USER:$PASSWORD a", "docker login -u bob -p *** a",
            "mysql -p shop", "mysql -u root | tee -pflaming9", "curl a; ls -u bob:flaming9",
            "docker login a\nls -p flaming9",
            "curl -v a -o flaming9", "security import -k flaming9 a", "7z x flaming9 -y", "sshpass -p", "curl -u",
            "curl -u \"", "docker login -p \"$TOKEN\" a",
        ]
    )
    func others(text: String) throws {
        #expect(try redacted(text) == text)
    }

    @Test("a long line of options is searched once")
    func work() throws {
        let text = String(repeating: "curl -u bob: docker login -p $A ", count: 20_000)
        #expect(try redacted(text) == text)
    }
}
