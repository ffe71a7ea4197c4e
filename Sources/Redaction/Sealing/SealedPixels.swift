import BoundedWork
import ImageCore
import Redaction
import SecureMemory
import StrictJSON

/// The pixels that a redacted picture lacks, as a sealed file holds them behind its head and the receipt: the PNG files of the covered
/// rectangles, and of others in which it differs from the snapshot, one after the other, of as many bytes as the head states.
///
/// Each rectangle lies within the picture; its file has its size, in 8-bit RGBA that is not compressed, and holds the pixels as they were
/// decoded, in the colour space of the picture. Where rectangles overlap, they agree.
struct SealedPixels: Sendable {
    /// SHA-256 of the redacted file, in lowercase hexadecimal digits.
    let pictureDigest: String
    /// Width and height of the picture in pixels.
    let size: PixelSize
    /// The receipt of the redaction, as JSON.
    let receipt: SecureBytes
    /// The covered rectangles, each with the file of its pixels.
    let parts: [(rect: PixelRect, png: SecureBytes)]

    /// Reads what follows a head, to its end.
    init(_ head: Head, reading text: inout PlainText) throws(UnsealingError) {
        pictureDigest = head.picture
        size = head.size
        receipt = try text.bytes(head.receiptByteCount)
        var parts: [(rect: PixelRect, png: SecureBytes)] = []
        for (rect, byteCount) in head.parts { parts.append((rect, try text.bytes(byteCount))) }
        self.parts = parts
        try text.end()
    }

    struct Head {
        let picture: String
        let size: PixelSize
        let receiptByteCount: Int
        let parts: [(rect: PixelRect, byteCount: Int)]

        var text: String {
            let rectangles = parts.map { rect, byteCount in
                "{\"x\":\(rect.x),\"y\":\(rect.y),\"width\":\(rect.width),\"height\":\(rect.height),\"png\":\(byteCount)}"
            }
            return SealedHead.firstLine + "{\"picture\":{\"sha256\":\"\(picture)\",\"width\":\(size.width),"
                + "\"height\":\(size.height)},\"receipt\":\(receiptByteCount),"
                + "\"rectangles\":[\(rectangles.joined(separator: ","))]}\n"
        }
    }
}

extension SealedPixels.Head {
    init(_ json: JSONCursor) throws(JSONSchemaError) {
        let object = try json.object(allowing: ["picture", "receipt", "rectangles"])
        let about = try object.required("picture").object(allowing: ["sha256", "width", "height"])
        picture = try about.digest()
        size = try about.size()
        receiptByteCount = try object.required("receipt").integer(in: SealedHead.receiptByteCounts)
        var parts: [(rect: PixelRect, byteCount: Int)] = []
        var area = 0
        for rectangle in try object.required("rectangles").array(count: 0...CoveredPixels.mostRects) {
            let members = try rectangle.object(allowing: ["x", "y", "width", "height", "png"])
            let (x, y) = (try members.coordinate("x"), try members.coordinate("y"))
            let part = try members.size()
            guard let rect = PixelRect(x: x, y: y, width: part.width, height: part.height),
                PixelRect(size).contains(rect)
            else { throw rectangle.invalid("the rectangle does not lie within the picture") }
            area += part.area
            guard area <= size.area else { throw rectangle.invalid("the rectangles have more pixels than the picture") }
            let byteCount = StoredPNG.byteCount(of: part)
            parts.append((rect, try members.required("png").integer(in: byteCount...byteCount)))
        }
        self.parts = parts
    }
}

extension JSONObjectCursor {
    fileprivate func coordinate(_ name: String) throws(JSONSchemaError) -> Int {
        try required(name).integer(in: 0...PixelSize.maximumEdge)
    }

    fileprivate func size() throws(JSONSchemaError) -> PixelSize {
        let edges = 1...PixelSize.maximumEdge
        let (width, height) = (try required("width").integer(in: edges), try required("height").integer(in: edges))
        guard let size = PixelSize(width: width, height: height) else {
            throw JSONCursor(.object(object), at: pointer).invalid("the size is not one of pictures")
        }
        return size
    }
}
