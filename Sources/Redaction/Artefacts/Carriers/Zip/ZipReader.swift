import BoundedWork
import CLibZip
import Glibc
import SecureMemory

/// An archive that libzip has opened and found consistent: central and local headers say the same.
struct ZipReader: ~Copyable {
    private let archive: OpaquePointer
    private let headers: ZipHeaders

    /// Time for reading all headers. Names can be chosen so that libzip looks at each two of them.
    private static let time = Duration.seconds(20)

    init(_ file: SecureBytes, _ directory: ZipDirectory, _ cancellation: Cancellation) throws(ZipError) {
        let headers = ZipHeaders(file, directory, cancellation)
        let archive = try Self.open(headers, cancellation)
        self.headers = headers
        self.archive = archive
    }

    deinit {
        withExtendedLifetime(headers) { zip_discard(archive) }
    }

    private static func open(_ headers: ZipHeaders, _ cancellation: Cancellation) throws(ZipError) -> OpaquePointer {
        guard let source = headers.opened() else { throw .outOfMemory(.unknown) }
        var error = zip_error_t()
        zip_error_init(&error)
        defer { zip_error_fini(&error) }
        let time = ProcessorTime(time)
        let archive: OpaquePointer?
        do {
            archive = try time.spend { zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error) }
        } catch {
            zip_source_free(source)
            throw .outOfMemory(.unknown)
        }
        guard let archive else {
            zip_source_free(source)
            throw cancellation.isCancelled ? .unfinished(.cancelled) : failure(error)
        }
        return archive
    }

    private static func failure(_ error: zip_error_t) -> ZipError {
        switch error.zip_err {
        case ZIP_ER_MEMORY: .outOfMemory(.unknown)
        default: .damagedArchive("contradicts itself: a header of an entry is not what the central directory says")
        }
    }

    /// Number of entries that libzip has found.
    var entryCount: Int { Int(zip_get_num_entries(archive, 0)) }

    /// The entry at `index`, which has to be a file or a directory that can be read.
    func entry(_ index: UInt64, named name: String) throws(ZipError) -> ZipArchive.Entry {
        var facts = zip_stat_t()
        guard zip_stat_index(archive, index, 0, &facts) == 0,
            let found = zip_get_name(archive, index, UInt32(ZIP_FL_ENC_RAW)), strcmp(found, name) == 0
        else { throw .damagedEntry(name, "its headers differ") }
        guard facts.encryption_method == ZIP_EM_NONE else { throw .encrypted(name) }
        try checkKind(of: index, name)
        guard [ZIP_CM_STORE, ZIP_CM_DEFLATE].contains(Int32(facts.comp_method)) else {
            throw .unknownMethod(name, Int(facts.comp_method))
        }
        let start = facts.comp_size == 0 ? 0 : try contentsStart(of: index, name)
        let (end, overflow) = UInt64(start).addingReportingOverflow(facts.comp_size)
        guard !overflow, end <= headers.contentsEnd, let byteCount = Int(exactly: facts.size) else {
            throw .damagedEntry(name, "it is longer than the archive")
        }
        return ZipArchive.Entry(
            name: name,
            byteCount: byteCount,
            isDeflated: facts.comp_method == ZIP_CM_DEFLATE,
            checksum: facts.crc,
            place: start..<Int(end)
        )
    }

    /// Refuses links, devices and the like, which Unix knows by the upper half of the attributes.
    private func checkKind(of index: UInt64, _ name: String) throws(ZipError) {
        var attributes: UInt32 = 0
        guard zip_file_get_external_attributes(archive, index, 0, nil, &attributes) == 0 else {
            throw .damagedEntry(name, "its attributes cannot be read")
        }
        switch attributes >> 16 & S_IFMT {
        case 0, S_IFREG: break
        case S_IFDIR where name.utf8.last == UInt8(ascii: "/"): break
        default: throw .specialFile(name)
        }
    }

    /// Start of the contents in the file: where libzip reads their first byte.
    private func contentsStart(of index: UInt64, _ name: String) throws(ZipError) -> Int {
        var first: UInt8 = 0
        guard let contents = zip_fopen_index(archive, index, UInt32(ZIP_FL_COMPRESSED)) else {
            throw .damagedEntry(name, "its contents cannot be found")
        }
        defer { zip_fclose(contents) }
        guard zip_fread(contents, &first, 1) == 1 else { throw .damagedEntry(name, "its contents cannot be found") }
        return headers.lastPosition
    }
}
