public import SensitiveText

/// What a target looks for in the pixels of a snapshot. What is looked for by looking may be missed.
public enum Sight: Sendable, Hashable {
    /// Text, whatever it says or some of it.
    case text(TextSight)
    /// Faces, or the eyes in them.
    case faces(FaceSight)
    /// Barcodes and codes of squares.
    case codes

    /// The member of a target that holds it in a policy, and the word for it in a receipt.
    var kind: String {
        switch self {
        case .text: "text"
        case .faces: "faces"
        case .codes: "codes"
        }
    }
}

/// Which text a target looks for.
public struct TextSight: Sendable, Hashable {
    /// What is looked for.
    public enum Selection: Sendable, Hashable {
        /// All text.
        case all
        /// Lines of which it is not known what they say, as they are in a script that is not read.
        case unread
        /// Text in which one of these kinds is found.
        case kinds(Set<SensitiveKind>)
        /// Text that a regular expression finds in a line.
        case matches(RegexPattern)
        /// The value beside or beneath a label in which a regular expression is found.
        case beside(RegexPattern)
    }

    /// How much of a line is covered in which something is found.
    public enum Extent: String, Sendable, CaseIterable {
        /// What was found.
        case value
        /// All of the line.
        case line
    }

    /// What is looked for.
    public let selection: Selection
    /// How much of a line is covered in which something is found.
    public let extent: Extent

    /// States what is looked for, and how much of its line is covered.
    public init(_ selection: Selection, extent: Extent = .value) {
        (self.selection, self.extent) = (selection, extent)
    }

    /// Whether lines have to be read, and not only found.
    var isReading: Bool { selection != .all }
}

/// Which faces a target looks for, and how they are covered.
public struct FaceSight: Sendable, Hashable {
    /// The part of a face.
    public enum Part: String, Sendable, CaseIterable {
        /// From the forehead to the chin.
        case whole
        /// The band over both eyes.
        case eyes
    }

    /// The outline of what is covered.
    public enum Shape: String, Sendable, CaseIterable {
        case rect
        case ellipse
    }

    /// The part of a face that is covered.
    public let part: Part
    /// The outline of what is covered.
    public let shape: Shape

    /// States the part and the outline.
    public init(_ part: Part, shape: Shape = .rect) {
        (self.part, self.shape) = (part, shape)
    }
}
