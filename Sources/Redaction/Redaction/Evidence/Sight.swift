/// A thing that a target looks for in the pixels of a snapshot, where looking may miss it.
public enum Sight: Sendable, Hashable {
    /// Text, whatever it says or some of it.
    case text(TextSight)
    /// Faces, or the eyes in them.
    case faces(FaceSight)
    /// Barcodes and codes of squares.
    case codes

    /// The member of a target in a policy, and the word in a receipt.
    var kind: String {
        switch self {
        case .text: "text"
        case .faces: "faces"
        case .codes: "codes"
        }
    }
}

/// Text that a target looks for.
public struct TextSight: Sendable, Hashable {
    /// A choice of text.
    public enum Selection: Sendable, Hashable {
        /// All text.
        case all
        /// Lines that could not be read, such as those in an unknown script.
        case unread
        /// Text in which one of these kinds is found.
        case kinds(SoughtKinds)
        /// Text that a regular expression finds in a line.
        case matches(RegexPattern)
        /// The value beside or beneath a label in which a regular expression is found.
        case beside(RegexPattern)
        /// Texts that are known, which ``Policy/covering(texts:)`` puts in.
        case known(KnownTextSearch)
    }

    /// The covered part of a line with a finding.
    public enum Extent: String, Sendable, CaseIterable {
        /// The finding.
        case value
        /// All of the line.
        case line
    }

    /// The text to look for.
    public let selection: Selection
    /// The covered part of its line.
    public let extent: Extent

    /// Looks for `selection`, and covers `extent` of its line.
    public init(_ selection: Selection, extent: Extent = .value) {
        (self.selection, self.extent) = (selection, extent)
    }

    /// Whether finding lines is not enough.
    var isReading: Bool { selection != .all }
}

/// Faces that a target looks for, with the part and outline of the cover.
public struct FaceSight: Sendable, Hashable {
    /// The part of a face.
    public enum Part: String, Sendable, CaseIterable {
        /// From the forehead to the chin.
        case whole
        /// The band over both eyes.
        case eyes
    }

    /// The outline of the cover.
    public enum Shape: String, Sendable, CaseIterable {
        case rect
        case ellipse
    }

    /// The covered part of a face.
    public let part: Part
    /// The outline of the cover.
    public let shape: Shape

    /// Covers `part` of each face in the outline `shape`.
    public init(_ part: Part, shape: Shape = .rect) {
        (self.part, self.shape) = (part, shape)
    }
}
