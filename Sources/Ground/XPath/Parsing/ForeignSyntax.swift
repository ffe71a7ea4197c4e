/// What people write who think of a later XPath or of another language, and what they can write instead.
enum ForeignSyntax {
    /// What to write instead of an operator that XPath 1.0 does not have; nil if nothing is known.
    static func hint(forOperator name: String) -> String? {
        switch name {
        case "==": "write ="
        case "&&": "write and"
        case "||": "write or to combine conditions, concat() to join strings"
        case "<>": "write !="
        case "$": "XPath has no place to define variables here; write the value itself"
        default: nil
        }
    }

    /// What to write instead of a function that XPath 1.0 does not have, or that has no meaning in a page source; nil
    /// if nothing is known.
    static func hint(forFunction name: String) -> String? {
        switch name {
        case "matches", "replace", "tokenize": "XPath 1.0 has no regular expressions; use contains() or starts-with()"
        case "lower-case": "write translate(…, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')"
        case "upper-case": "write translate(…, 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')"
        case "ends-with":
            "write substring(@name, string-length(@name) - string-length('end') + 1) = 'end' for @name and 'end'"
        case "string-join": "write concat()"
        case "exists": "a predicate is true if what it names exists; write that alone"
        case "empty": "write not()"
        case "min", "max", "avg", "abs", "distinct-values", "compare", "index-of", "reverse", "subsequence":
            "it came with XPath 2.0; here only XPath 1.0 is known"
        case "id": "a page source declares no IDs; compare an attribute, as in //*[@resource-id='…']"
        case "lang": "a page source declares no languages"
        default: nil
        }
    }

    /// What to write instead of a test for nodes that a page source does not have; nil if nothing is known.
    static func hint(forNodeTest name: String) -> String? {
        switch name {
        case "text": "a page source holds its texts in attributes; compare one, such as @label, @value or @text"
        case "comment", "processing-instruction": "only elements and their attributes are known"
        default: nil
        }
    }
}
