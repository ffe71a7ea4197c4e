extension Hierarchy {
    /// Opens a converter from each encoding that a page source may have, for the life of the process.
    ///
    /// glibc has most converters in files of their own, which it reads when the first text needs one, and lets go of when
    /// none does. A process that may open nothing later calls this while it still may.
    ///
    /// - Returns: The names of the encodings that this machine has no converter for. A page source in one of them is
    ///   refused.
    @discardableResult
    public static func openTextConverters() -> [String] {
        OpenConverters.shared.missing
    }
}

/// A converter from each encoding that is taken. They convert nothing, and keep glibc from letting go of their files.
private final class OpenConverters: Sendable {
    /// Those of the process, opened when they are first asked for.
    static let shared = OpenConverters()

    private let converters: [Box]
    /// The encodings of which there is no converter.
    let missing: [String]

    /// Holds a converter for ever; nobody converts with it, which is what makes it `Sendable`.
    private final class Box: @unchecked Sendable {
        private let converter: EncodingConverter

        init(_ converter: consuming EncodingConverter) {
            self.converter = converter
        }
    }

    private init() {
        var (converters, missing): ([Box], [String]) = ([], [])
        for encoding in TextEncoding.all {
            do throws(HierarchyError) {
                converters.append(Box(try EncodingConverter(from: encoding)))
            } catch {
                missing.append(encoding.name)
            }
        }
        self.converters = converters
        self.missing = missing
    }
}
