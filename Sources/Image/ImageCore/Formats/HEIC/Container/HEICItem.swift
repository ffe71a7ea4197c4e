/// A picture, a part of one, or something else that a HEIC names by number (ISO/IEC 23008-12, section 6).
struct HEICItem {
    /// How it is coded, or what it is made of.
    let type: BoxType
    /// Whether it is not meant to be seen by itself.
    let isHidden: Bool
    /// Where its bytes are.
    var location = Location()
    /// The properties that hold for it, by their place among all, in the order in which they apply.
    var properties: [Association] = []

    /// Where the bytes of an item are (ISO/IEC 14496-12, section 8.11.3).
    struct Location {
        /// 0 for the file, 1 for the box idat, 2 for another item.
        var constructionMethod = 0
        /// 0 for this very file.
        var dataReference = 0
        /// Places that stand one after the other in the item. Without a length they reach to the end.
        var extents: [(offset: Int, length: Int)] = []
    }

    /// That a property holds for an item (ISO/IEC 23008-12, section 9.3).
    struct Association {
        /// Its place among the properties, from 1 on; 0 for none.
        let index: Int
        /// Whether the item must not be shown by who does not know it.
        let isEssential: Bool
    }

    /// Whether it can be shown by itself, by its type.
    var isPicture: Bool {
        ["hvc1", "hev1", "grid", "iden", "iovl", "av01", "avc1", "jpeg", "unci", "vvc1", "j2k1"].contains(type)
    }
}

/// That items belong to another (ISO/IEC 14496-12, section 8.11.12).
struct HEICReference {
    /// What they are to each other.
    let type: BoxType
    /// The item that refers.
    let source: Int
    /// The items that it refers to.
    let targets: [Int]
}
