import HTTPTypes
import RedactionJobs

/// The page about every kind of problem, each at the anchor of its code.
enum ProblemPage {
    /// The policy for the browser: nothing but styles.
    static let contentSecurityPolicy =
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    static let html: String = {
        let topics = ProblemKind.topics.map { topic in
            "<h2>\(text(topic.heading))</h2>\n" + topic.kinds.map(section).joined()
        }
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Problems - Snapveil</title>
            <style>\(style)</style>
            <main>
            <h1>Problems</h1>
            <p>The meaning of each problem of Snapveil, and what to do. The <code>help</code> of a problem links here.
            \(topics.joined())</main>
            </html>

            """
    }()

    private static func section(_ kind: ProblemKind) -> String {
        let definition = kind.definition
        return """
            <section id="\(kind.code)">
            <h3><a href="#\(kind.code)">\(text(definition.title))</a></h3>
            <p><code>\(kind.code)</code>, status \(definition.status.code)
            <p><strong>When:</strong> \(text(definition.meaning)).
            <p><strong>What to do:</strong> \(text(definition.remedy)).
            </section>

            """
    }

    /// A text of ours as HTML, with code for backticks.
    private static func text(_ text: String) -> String {
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        let parts = escaped.split(separator: "`", omittingEmptySubsequences: false)
        return parts.enumerated().map { $0 % 2 == 0 ? String($1) : "<code>\($1)</code>" }.joined()
    }

    private static let style = """
        :root{color-scheme:light dark;--line:#8884}
        body{margin:0;font:16px/1.5 system-ui,sans-serif}
        main{max-width:44rem;margin:auto;padding:1.5rem 1rem 50vh}
        h2{margin:2.5rem 0 0;padding-top:1rem;border-top:1px solid var(--line)}
        h3{margin:0}h3 a{color:inherit;text-decoration:none}
        p{margin:.25rem 0}section{margin:1rem -1rem 0;padding:.5rem 1rem;border-radius:.75rem}
        section:target{background:#f5b80033;outline:2px solid #b57f00}
        code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}
        """
}
