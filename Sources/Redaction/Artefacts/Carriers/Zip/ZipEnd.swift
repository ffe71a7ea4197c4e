import ImageCore
import SecureMemory

/// The end of an archive, which says where its central directory is (APPNOTE.TXT 6.3.10, sections 4.3.14 to 4.3.16).
///
/// Nothing stands between directory and end, nor after the comment of the end.
struct ZipEnd {
    let entryCount: Int
    /// The headers of the central directory, one after the other.
    let directory: Range<Int>

    static let signature: UInt32 = 0x0605_4B50
    static let byteCount = 22

    private static let longestComment = 0xFFFF

    /// Reads the end of a file.
    ///
    /// - Parameters:
    ///   - file: All of it, or its last part.
    ///   - offset: Where that part begins in the file.
    init(of file: UnsafeRawBufferPointer, from offset: Int = 0) throws(ZipError) {
        let place = try Self.place(in: file)
        let wide = try WideEnd(before: place, in: file, from: offset)
        /// The value of a field, which is all ones if it has no room here.
        func value<Field: FixedWidthInteger & BitwiseCopyable>(
            _: Field.Type,
            _ offset: Int,
            _ wideField: KeyPath<WideEnd, UInt64>
        ) throws(ZipError) -> UInt64 {
            let field = file.littleEndian(Field.self, at: place + offset)
            guard let wide else { return UInt64(field) }
            let value = wide[keyPath: wideField]
            guard field == Field.max || UInt64(field) == value else {
                throw .damagedArchive("has two ends that differ")
            }
            return value
        }
        let disks = try value(UInt16.self, 4, \.disk) | value(UInt16.self, 6, \.disk)
        let countOfDisk = try value(UInt16.self, 8, \.count)
        let count = try value(UInt16.self, 10, \.count)
        guard disks == 0, countOfDisk == count else { throw .damagedArchive("is a part of several") }
        let size = try value(UInt32.self, 12, \.size)
        let start = try value(UInt32.self, 16, \.start)
        let end = offset + (wide?.place ?? place)
        guard size <= end, start == end - Int(size) else {
            throw .damagedArchive("has something before its first entry or before its end")
        }
        entryCount = Int(clamping: count)
        directory = Int(start)..<end
    }

    /// Place of the end, of which there may be one.
    private static func place(in file: UnsafeRawBufferPointer) throws(ZipError) -> Int {
        let places = max(0, file.count - byteCount - longestComment)..<max(0, file.count - byteCount + 1)
        let ends = places.filter { place in
            file.littleEndian(UInt32.self, at: place) == signature
                && place + byteCount + Int(file.littleEndian(UInt16.self, at: place + 20)) == file.count
        }
        guard let end = ends.last else { throw .damagedArchive("is cut off, or something follows its end") }
        guard ends.count == 1 else { throw .damagedArchive("has two ends") }
        return end
    }
}

/// The end of Zip64, which has room for larger values, with the locator that follows it.
private struct WideEnd {
    let place: Int
    let count: UInt64
    let size: UInt64
    let start: UInt64
    let disk: UInt64 = 0

    private static let signature: UInt32 = 0x0606_4B50
    private static let locatorSignature: UInt32 = 0x0706_4B50
    private static let byteCount = 56
    private static let locatorByteCount = 20

    /// Nil if there is no locator before the other end.
    init?(before end: Int, in file: UnsafeRawBufferPointer, from offset: Int) throws(ZipError) {
        let locator = end - Self.locatorByteCount
        guard locator >= Self.byteCount, file.littleEndian(UInt32.self, at: locator) == Self.locatorSignature else {
            return nil
        }
        let place = locator - Self.byteCount
        func value(_ field: Int) -> UInt64 { file.littleEndian(UInt64.self, at: place + field) }
        guard file.littleEndian(UInt64.self, at: locator + 8) == UInt64(offset + place),
            file.littleEndian(UInt32.self, at: place) == Self.signature, value(4) == UInt64(Self.byteCount - 12),
            file.littleEndian(UInt32.self, at: locator + 4) == 0, value(16) == 0, value(24) == value(32)
        else { throw .damagedArchive("has two ends that differ") }
        self.place = place
        count = value(32)
        size = value(40)
        start = value(48)
    }
}
