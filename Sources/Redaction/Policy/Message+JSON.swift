import ImageCore
import Messages
import StrictJSON

extension Message {
    /// Reads the members of a message; none is needed.
    init(_ json: JSONCursor) throws(JSONSchemaError) {
        let message = try json.object(allowing: Member.allCases.map(\.rawValue))
        func member(_ name: Member) -> JSONCursor? { message.optional(name.rawValue) }
        func words(_ name: Member, _ maximumLength: Int) throws(JSONSchemaError) -> String? {
            // A scalar has at most four bytes.
            try member(name)?.string(bytes: 0...maximumLength * 4)
        }
        let title = try words(.title, Self.maximumTitleLength)
        let text = try words(.text, Self.maximumTextLength) ?? Self.defaultText
        let textColor = try member(.textColor)?.color()
        let background = try member(.background)?.color()
        let appearance = try member(.appearance)?.word(of: Appearance.self) ?? .automatic
        let textSize = try member(.textSize)?.length()
        let symbol = try member(.symbol)?.word(of: Symbol.self)
        do {
            try self.init(
                title: title,
                text: text,
                textColor: textColor,
                background: background,
                appearance: appearance,
                textSize: textSize,
                symbol: symbol
            )
        } catch {
            throw (member(error.member) ?? json).invalid(error.description)
        }
    }
}
