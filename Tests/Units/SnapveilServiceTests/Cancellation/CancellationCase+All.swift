extension CancellationCase {
    /// Every style, target, format and form that takes long, with as much work as a request may ask for.
    static let all: [CancellationCase] = styles + targets + inputs + outputs

    private static func rule(_ target: String, _ style: String) -> String {
        #"{"target":\#(target),"style":\#(style)}"#
    }

    private static func policy(_ rules: String...) -> String { #"{"rules":[\#(rules.joined(separator: ","))]}"# }

    private static let screen = #""screen""#
    /// A corner, so that the picture has to be read.
    private static let corner = #"{"region":{"x":8,"y":8,"width":64,"height":64}}"#
    private static let fill = ##"{"fill":{"color":"#102030"}}"##

    /// As many rules as a policy may have, each for a wide strip.
    private static func strips(_ style: String) -> String {
        let rules = (0..<256).map { index in
            rule(#"{"region":{"x":8,"y":\#(index * 6),"width":1500,"height":5}}"#, style)
        }
        return #"{"rules":[\#(rules.joined(separator: ","))]}"#
    }

    private static let styles = [
        CancellationCase(name: "fill", policy: policy(rule(screen, fill)), duration: 0.3),
        CancellationCase(name: "narrow blur", policy: policy(rule(screen, #"{"blur":{"radius":3}}"#)), duration: 1.5),
        CancellationCase(name: "wide blur", policy: policy(rule(screen, #"{"blur":{"radius":300}}"#)), duration: 1.5),
        CancellationCase(
            name: "translucent blur",
            input: .png(colorType: 6),
            policy: policy(rule(screen, #"{"blur":{"radius":12}}"#)),
            duration: 2.5
        ),
        CancellationCase(
            name: "one pixelate",
            policy: policy(rule(screen, #"{"pixelate":{"block":1700}}"#)),
            duration: 0.8
        ),
        CancellationCase(name: "pixelate", policy: policy(rule(screen, #"{"pixelate":{"block":4}}"#)), duration: 1),
        CancellationCase(name: "veil", policy: policy(rule(corner, #"{"veil":{}}"#), rule(screen, #"{"veil":{}}"#))),
        CancellationCase(
            name: "image",
            policy: policy(rule(screen, #"{"image":{"asset":"splash","contentMode":"fill"}}"#)),
            hasAsset: true,
            duration: 2
        ),
        CancellationCase(
            name: "low image",
            policy: policy(
                rule(
                    #"{"region":{"x":0,"y":0,"width":1500,"height":1}}"#,
                    #"{"image":{"asset":"splash","contentMode":"fill"}}"#
                )
            ),
            hasAsset: true,
            duration: 1.5
        ),
        CancellationCase(
            name: "message",
            policy: policy(rule(screen, #"{"message":{"text":"\#(longText)","textSize":60}}"#)),
            duration: 1.5
        ),
    ]

    /// A thousand characters of scripts whose glyphs depend on their neighbours.
    private static let longText = String(
        String(repeating: "क्षत्रिय हिन्दी العربية ภาษาไทย 漢字 ", count: 40).unicodeScalars.prefix(1000)
    )

    private static let targets = [
        CancellationCase(name: "strips of fill", policy: strips(fill), duration: 1),
        CancellationCase(name: "strips of blur", policy: strips(#"{"blur":{"radius":9}}"#), duration: 1),
        CancellationCase(name: "strips of labels", policy: strips(#"{"label":{"numbered":true}}"#), duration: 2),
        CancellationCase(name: "strips of veil", policy: strips(#"{"veil":{}}"#), duration: 2),
        CancellationCase(
            name: "elements",
            policy: policy(rule(#"{"element":"//*"}"#, fill)),
            accept: "application/json",
            hasHierarchy: true,
            duration: 1.5
        ),
        CancellationCase(
            name: "sensitive elements",
            policy: policy(rule(#"{"elements":"sensitive"}"#, #"{"veil":{}}"#)),
            accept: "multipart/mixed",
            hasHierarchy: true,
            duration: 1.5
        ),
    ]

    private static let inputs = [
        CancellationCase(name: "PNG with a palette", input: .png(colorType: 3), policy: policy(rule(corner, fill))),
        CancellationCase(
            name: "PNG of 16 bits",
            input: .png(depth: 16),
            policy: policy(rule(corner, fill)),
            duration: 2
        ),
        CancellationCase(
            name: "interlaced PNG",
            input: .png(interlaced: true),
            policy: policy(rule(corner, fill)),
            duration: 2
        ),
        CancellationCase(
            name: "JPEG to PNG",
            input: .jpeg(.baseline),
            policy: policy(rule(corner, fill)),
            duration: 1.5
        ),
        CancellationCase(
            name: "JPEG to JPEG",
            input: .jpeg(.baseline),
            policy: policy(rule(corner, #"{"blur":{"radius":9}}"#)),
            accept: "image/jpeg"
        ),
        CancellationCase(
            name: "JPEG under a blur",
            input: .jpeg(.baseline),
            policy: policy(rule(screen, #"{"blur":{"radius":30}}"#)),
            accept: "image/jpeg",
            duration: 0.6
        ),
        CancellationCase(
            name: "progressive JPEG",
            input: .jpeg(.progressive),
            policy: policy(rule(corner, fill)),
            accept: "image/jpeg",
            duration: 2
        ),
        CancellationCase(name: "CMYK JPEG", input: .jpeg(.cmyk), policy: policy(rule(corner, fill)), duration: 2),
    ]

    private static let outputs = [
        CancellationCase(
            name: "small",
            input: .png(colorType: 6),
            policy: policy(rule(corner, fill)),
            query: "compression=small",
            duration: 6
        ),
        CancellationCase(
            name: "balanced",
            policy: policy(rule(corner, fill)),
            query: "compression=balanced",
            duration: 1.5
        ),
        CancellationCase(name: "fast", policy: policy(rule(corner, fill))),
        CancellationCase(
            name: "PNG to JPEG",
            input: .png(colorType: 6),
            policy: policy(rule(corner, fill)),
            accept: "image/jpeg"
        ),
        CancellationCase(
            name: "JSON",
            policy: policy(rule(corner, fill)),
            accept: "application/json",
            form: .json,
            duration: 1
        ),
    ]
}
