import Redaction
import StrictJSON

/// A body that the description of the API shows, and that works as it is with a query that says what it leaves open.
struct APIExample {
    /// The name of the example.
    let name: String
    /// What it is for, in a few words.
    let summary: String
    /// What the query has to say; empty where the body says it all.
    let query: String
    /// The body as JSON.
    let body: JSONTree

    /// All examples.
    static let all = [
        APIExample(
            name: "region",
            summary: "Black out a rectangle, and refuse anything weaker",
            query: "",
            body: [
                "image": .string(picture),
                "policy": [
                    "minimumAssurance": "erased",
                    "rules": [
                        [
                            "target": ["region": ["x": 10, "y": 10, "width": 20, "height": 10]],
                            "style": ["fill": ["color": "#1c1c1e"]],
                        ]
                    ],
                ],
            ]
        ),
        APIExample(
            name: "named",
            summary: "Use a policy of the server",
            query: "",
            body: ["image": .string(picture), "policy": "frosted"]
        ),
        APIExample(
            name: "elements",
            summary: "Cover what the page source calls sensitive",
            query: "",
            body: [
                "image": .string(picture),
                "hierarchy": .string(pageSource),
                "policy": ["rules": [["target": ["elements": "sensitive"], "style": ["veil": [:]]]]],
            ]
        ),
        APIExample(
            name: "webDriver",
            summary: "Send WebDriver's reply as it is, with ?style=veil",
            query: "style=veil",
            body: ["value": .string(picture)]
        ),
    ]

    /// A PNG of 40 x 30 pixels, white with an orange bar.
    static let picture =
        "iVBORw0KGgoAAAANSUhEUgAAACgAAAAeAQMAAABkE86eAAAABlBMVEX////IMhQ91JSKAAAAE0lEQVR42mNgoATY//9DNkk+AADNoxZFaQaN"
        + "bgAAAABJRU5ErkJggg=="

    /// A page source of UiAutomator for ``picture``: a password field where the bar is.
    private static let pageSource = """
        <hierarchy rotation="0"><android.widget.FrameLayout class="android.widget.FrameLayout" package="app" \
        bounds="[0,0][40,30]"><android.widget.EditText class="android.widget.EditText" package="app" password="true" \
        text="hunter2" bounds="[10,10][30,20]"/></android.widget.FrameLayout></hierarchy>
        """
}
