/// The style sheet of the page.
enum HTMLStyle {
    /// The sheet with the rules of a filter for so many kinds: a checked box `k0` leaves the files of the class `has0` alone, and in
    /// them the findings of the class `k0`.
    static func element(kinds: Int) -> String {
        let filter = (0..<kinds).map { kind in
            """
            main:has(.kinds :checked):not(:has(#k\(kind):checked)) .k\(kind) { display: none }
            main:has(#k\(kind):checked) .has\(kind) { display: flex }

            """
        }
        return "<style>\n\(sheet)\(filter.joined())</style>\n"
    }

    private static let sheet = """
        :root {
          color-scheme: light dark;
          font: 16px/1.5 system-ui, sans-serif;
          --page: #f4f5f7; --card: #fff; --text: #16181d; --quiet: #5a6070; --line: #d9dce3; --accent: #c4002f; --on-accent: #fff;
          --warning: #7a4b00; --screen: #c9ccd4;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #121418; --card: #1c1f25; --text: #eceef2; --quiet: #a3a9b8; --line: #343943; --accent: #ff7d95; --on-accent: #1a0007;
            --warning: #f2c063; --screen: #4a4f5a;
          }
        }
        * { box-sizing: border-box }
        body { margin: 0; background: var(--page); color: var(--text) }
        main { max-width: 72rem; margin: 0 auto; padding: 2rem 1rem }
        h1, h2, h3, p, ol, figure { margin: 0; overflow-wrap: anywhere }
        h1 { font-size: 1.75rem; line-height: 1.2 }
        h2 { font-size: 1.25rem; margin: 2rem 0 .75rem }
        h3 { font-size: 1rem; overflow: hidden }
        small { font-weight: normal; font-size: .875rem }
        small, .quiet, header p, footer { color: var(--quiet) }
        .kinds { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1.25rem 0 0; padding: 0; border: 0 }
        .kinds legend { padding: 0 0 .5rem; font-weight: 600 }
        .kinds label, .kinds button {
          display: flex; gap: .4rem; align-items: center; min-height: 2.25rem; padding: 0 .75rem; border: 1px solid var(--line);
          border-radius: 1.25rem; background: var(--card); color: var(--text); font: inherit; cursor: pointer;
        }
        .kinds input { margin: 0; width: 1rem; height: 1rem; accent-color: var(--accent) }
        .kinds label:has(:checked) { border-color: var(--accent) }
        .kinds:not(:has(:checked)) button { display: none }
        .kinds label:has(:focus-visible), .kinds button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
        .file {
          display: flex; flex-wrap: wrap; gap: 1.25rem 2rem; margin: 0 0 1rem; padding: 1.25rem; border: 1px solid var(--line);
          border-radius: .75rem; background: var(--card);
        }
        .file > div { flex: 1 1 20rem; min-width: 0 }
        .clean .file, .fails .file { margin: 0 0 .5rem; padding: .75rem 1.25rem }
        main:has(.kinds :checked) .clean, main:has(.kinds :checked) .shows .file { display: none }
        figure { position: sticky; top: 1rem; max-width: 100%; align-self: flex-start; margin: .25rem .75rem }
        figure > svg:first-child, figure > img {
          display: block; max-width: 100%; height: auto; outline: 1px solid var(--line); background: var(--screen);
        }
        figure > img { width: 15rem }
        image, figure > img { image-rendering: pixelated }
        .marks { position: absolute; inset: 0; width: 100%; height: 100% }
        .marks, .mark { overflow: visible }
        .halo, .edge { fill: none; rx: 2px }
        .halo { stroke: #fff; stroke-width: 5px; paint-order: stroke }
        .edge { stroke: #c4002f; stroke-width: 2px }
        .tag { fill: #c4002f; stroke: #fff; stroke-width: 1.5px }
        .mark text { fill: #fff; font: 600 11px system-ui, sans-serif; text-anchor: middle }
        .mark:target .edge { stroke: #ffd400; stroke-width: 4px }
        .mark:target .halo { stroke: #000; stroke-width: 8px }
        .mark:target .tag { fill: #000; stroke: #ffd400 }
        ol { list-style: none; margin: .75rem 0 0; padding: 0 }
        li { border-top: 1px solid var(--line); padding: .5rem 0 }
        li > div { margin-left: 2.75rem }
        li > a, li > b { float: left; min-width: 1.75rem; padding: 0 .4rem; font-weight: 600; text-align: center }
        li > a { border-radius: 1rem; background: var(--accent); color: var(--on-accent); text-decoration: none }
        li span::before { content: "· "; color: var(--quiet) }
        li small { display: block }
        q { quotes: "“" "”" }
        .warning { margin-top: .5rem; color: var(--warning) }
        footer { margin-top: 2rem; font-size: .875rem }
        @media (max-width: 62rem) { figure { position: relative; top: 0 } .kinds small { display: none } }
        @media print { .kinds { display: none } .file { break-inside: avoid } }

        """
}
