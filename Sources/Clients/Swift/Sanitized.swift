public import Foundation

extension SnapveilClient {
    /// A screenshot that is safe to keep.
    public struct Sanitized: Sendable, Equatable {
        /// The picture, a file of ``type``.
        public let image: Data
        /// `image/png` or `image/jpeg`, as the screenshot was.
        public let type: String
        /// What was covered.
        public let receipt: Receipt
        /// The hierarchy without what covered elements say; nil if none was sent.
        public let hierarchy: String?
        /// A file of age with what was covered, encrypted to the recipients of the group; nil if nothing was sealed.
        public let sealed: Data?
    }

    /// What was covered in a screenshot. Nothing of what the screenshot showed is in here.
    public struct Receipt: Sendable, Equatable, Codable {
        /// The name of the policy; nil if it has none.
        public let policy: String?
        /// The weakest assurance of all that was covered.
        public let assurance: Assurance
        /// Every rectangle that was painted, in the order of painting.
        public let covered: [Covered]
        /// What you have to know before you rely on the picture, as sentences; nil if there is nothing.
        public let warnings: [String]?

        /// One rectangle that was painted.
        public struct Covered: Sendable, Equatable, Codable {
            /// Index of the rule in the policy, from 0.
            public let rule: Int
            /// The word for the rule's target.
            public let target: String
            /// The word for the rule's style.
            public let style: String
            /// Where it is in the picture.
            public let rect: Rect
            /// What the style promises.
            public let assurance: Assurance
            /// The element that was covered, if the target names elements.
            public let matched: Element?
            /// What was seen there: `text`, `face` or `code`; nil if the target is not found by looking.
            public let found: String?
            /// The kind of what was seen; nil if nothing is known of it.
            public let kind: String?
            /// How sure it is that it is there, 0 to 1; nil if that is not known.
            public let score: Double?
            /// The evidence for a kind of sensitive text: `caption`, `checksum`, `form`, `lexicon` or `surroundings`; nil for others.
            public let reason: String?
            /// What is known to get at text beneath the style; nil if nothing is.
            public let warning: String?
        }

        /// A rectangle in pixels of the picture. The origin is the top left corner.
        public struct Rect: Sendable, Equatable, Codable {
            /// The first column, from 0.
            public let x: Int
            /// The first row, from 0.
            public let y: Int
            /// Number of columns.
            public let width: Int
            /// Number of rows.
            public let height: Int
        }

        /// An element of the hierarchy. What it shows is not in here.
        public struct Element: Sendable, Equatable, Codable {
            /// What kind of element it is, in the words of the tool that wrote the hierarchy.
            public let type: String
            /// What it is called in code; nil if it has no name.
            public let identifier: String?
        }
    }
}

extension SnapveilClient.Sanitized: Decodable {
    private enum Member: CodingKey {
        case image, receipt, hierarchy, sealed
    }

    private struct File: Decodable {
        let type: String
        let data: Data
    }

    /// Reads the reply of a server.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        let image = try members.decode(File.self, forKey: .image)
        self.image = image.data
        type = image.type
        receipt = try members.decode(SnapveilClient.Receipt.self, forKey: .receipt)
        hierarchy = try members.decodeIfPresent(String.self, forKey: .hierarchy)
        sealed = try members.decodeIfPresent(File.self, forKey: .sealed)?.data
    }
}
