import Testing
import XPath

@Suite("The functions and operators of XPath 1.0")
struct FunctionTests {
    /// Whether `condition` is true of an element with some attributes.
    private func isTrue(_ condition: String) throws -> Bool {
        let tree = try ElementTree(
            outline: """
                top-level a=|1| b=|2| label=|  Demo  Bank | accent=|é😀b| empty=||
                  child
                """
        )
        return try tree.elements("/*[\(condition)]") == [0]
    }

    @Test(
        "strings (section 4.2)",
        arguments: [
            "concat('a', 1, true(), @b) = 'a1true2'",
            "starts-with('abc', 'ab') and starts-with('abc', '') and not(starts-with('abc', 'abcd'))",
            "contains('abc', 'bc') and contains('abc', '') and not(contains('abc', 'cb'))",
            "substring-before('1999/04/01', '/') = '1999' and substring-before('abc', 'x') = ''",
            "substring-after('1999/04/01', '/') = '04/01' and substring-after('1999/04/01', '19') = '99/04/01'",
            "substring-after('abc', '') = 'abc' and substring-after('abc', 'x') = ''",
            "substring('12345', 2, 3) = '234' and substring('12345', 2) = '2345'",
            "substring('12345', 1.5, 2.6) = '234' and substring('12345', 0, 3) = '12'",
            "substring('12345', 0 div 0, 3) = '' and substring('12345', 1, 0 div 0) = ''",
            "substring('12345', -42, 1 div 0) = '12345' and substring('12345', -1 div 0, 1 div 0) = ''",
            "substring(@accent, 2, 1) = '😀' and string-length(@accent) = 3",
            "normalize-space(@label) = 'Demo Bank' and normalize-space('  ') = ''",
            "translate('bar', 'abc', 'ABC') = 'BAr' and translate('--aaa--', 'abc-', 'ABC') = 'AAA'",
            "translate('aba', 'aa', 'xy') = 'xbx' and translate(@accent, '😀é', 'e') = 'eb'",
            "translate('ab', 'ab', 'é😀') = 'é😀'",
            "string-length(name()) = 9 and name(@a) = 'a' and local-name(*) = 'child' and name(/) = ''",
            "namespace-uri() = '' and string() = '' and string(@missing) = ''",
        ]
    )
    func strings(condition: String) throws {
        #expect(try isTrue(condition))
    }

    @Test(
        "numbers as strings (section 4.2)",
        arguments: [
            ("1 div 0", "Infinity"), ("-1 div 0", "-Infinity"), ("0 div 0", "NaN"), ("-0", "0"), ("100", "100"),
            ("-12.50", "-12.5"), ("0.1", "0.1"), ("1 div 3", "0.3333333333333333"), ("0.0000001", "0.0000001"),
            ("123456789012345678901234567890", "123456789012345680000000000000"), ("1 div 1024", "0.0009765625"),
            ("-0.00000125", "-0.00000125"), ("9007199254740993", "9007199254740992"),
            ("10000000000000000", "10000000000000000"), ("1234567.125 * 10000000000000", "12345671250000000000"),
        ]
    )
    func numbersAsStrings(number: String, string: String) throws {
        #expect(try isTrue("string(\(number)) = '\(string)'"))
    }

    @Test(
        "strings that are no numbers (section 4.4)",
        arguments: ["", "-", ".", "+1", "1e3", "0x10", "1 2", "--1", "1.2.3", "é", "1-", "Infinity"]
    )
    func notANumber(text: String) throws {
        #expect(try isTrue("string(number('\(text)')) = 'NaN'"))
    }

    @Test(
        "numbers (sections 3.5 and 4.4)",
        arguments: [
            "number(' -1.5 ') = -1.5 and number('.5') = 0.5 and number('5.') = 5 and number(true()) = 1",
            "number(@a) = 1 and sum(@a | @b) = 3 and count(@*) = 5 and string(sum(@*)) = 'NaN'",
            "floor(-1.5) = -2 and ceiling(-1.5) = -1 and round(2.5) = 3 and round(-2.5) = -2",
            "round(0.49999999999999994) = 0 and 1 div round(-0.2) = -1 div 0 and string(round(0 div 0)) = 'NaN'",
            "5 mod 2 = 1 and 5 mod -2 = 1 and -5 mod 2 = -1 and -5 mod -2 = -1 and 1.5 mod .5 = 0",
            "2 + 3 * 4 = 14 and (2 + 3) * 4 = 20 and 10 - 4 - 3 = 3 and 12 div 2 div 3 = 2",
            "--1 = 1 and ---1 = -1 and -@a = -1 and 1 - -1 = 2 and -'x' != -'x'",
        ]
    )
    func numbers(condition: String) throws {
        #expect(try isTrue(condition))
    }

    @Test(
        "booleans and comparisons (sections 3.3, 3.4 and 4.3)",
        arguments: [
            "boolean('false') and not(boolean('')) and not(0) and not(0 div 0) and boolean(*) and not(missing)",
            "1 = '1' and '1.0' = 1 and not('1.0' = '1') and true() = 'x' and true() = 2 and 'a' != 'b'",
            "@* = '2' and @* != '2' and not(@missing = '') and not(@missing != '') and @a < @b and @b > 1",
            "@* = @b and not(@a = @b) and @* != @* and not(@a != @a) and '2' > '10' = false()",
            "missing = false() and @a = true() and not(@a = false()) and @missing < true()",
            "1 < 2 = true() and 3 > 2 > 0 and not(3 > 2 > 1) and 1 <= 1 and 1 >= 1 and not('a' <= 'a')",
            "false() and false() or true() and not(true() and (false() or false()))",
            "'é' = 'é' and not('e\u{301}' = '\u{E9}')",
        ]
    )
    func booleans(condition: String) throws {
        #expect(try isTrue(condition))
    }
}
