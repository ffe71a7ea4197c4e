import BinaryCoding
import CContainment
import Glibc

/// The terms of a program that is not this one: its arguments, its descriptors, and its bounds.
public struct ProgramTerms: Sendable {
    /// The path of the executable, from the root on: a binary with all in it, or one whose libraries are in the system's directories
    /// for them or in ``libraries``. A script is none.
    public var path: String
    /// The arguments behind the name of the program, which is its path. All of them have to fit a packet of 60 KiB.
    public var arguments: [String]
    /// Descriptors of this process, which are only lent: the program finds each at the number of its place, from 0 on. 3 to 8 of them,
    /// as the first are standard input, output and error.
    ///
    /// A file has one position for both processes. Memory of `memfd_create` can be opened again to read and to write, unless it is
    /// sealed.
    public var descriptors: [Int32]
    /// Numbers of the program's descriptors that are regular files, which it may open to read by `/proc/self/fd/N`.
    public var reopenedToRead: [Int32]
    /// Numbers of the program's descriptors that are regular files, which it may open to write and to empty by `/proc/self/fd/N`.
    public var reopenedToWrite: [Int32]
    /// Bytes of memory that the program may map, of its libraries, too. A thread takes 8 MiB or more.
    public var addressSpace: Int
    /// Bytes that a file may have which the program writes. `SIGXFSZ` ends one that writes beyond, unless it ignores that.
    public var fileSize: Int
    /// Seconds that the program may take of all processors; `SIGKILL` ends one that takes more. Nil for no bound.
    public var processorTime: Int?
    /// Directories of libraries besides those of the system, from the root on, with all beneath them. The program reads them.
    public var libraries: [String]
    /// Measures that are not taken.
    public var leavingOut: Set<LockMeasure>

    /// Puts the terms of a program together.
    public init(
        path: String,
        arguments: [String],
        descriptors: [Int32],
        reopenedToRead: [Int32] = [],
        reopenedToWrite: [Int32] = [],
        addressSpace: Int,
        fileSize: Int,
        processorTime: Int? = nil,
        libraries: [String] = [],
        leavingOut: Set<LockMeasure> = []
    ) {
        self.path = path
        self.arguments = arguments
        self.descriptors = descriptors
        self.reopenedToRead = reopenedToRead
        self.reopenedToWrite = reopenedToWrite
        self.addressSpace = addressSpace
        self.fileSize = fileSize
        self.processorTime = processorTime
        self.libraries = libraries
        self.leavingOut = leavingOut
    }

    /// Whether a program can be started on these terms.
    var areValid: Bool {
        let numbers = Int32(0)..<Int32(descriptors.count)
        return 3...Int(CONTAINMENT_MOST_DESCRIPTORS) ~= descriptors.count
            && (reopenedToRead + reopenedToWrite).allSatisfy(numbers.contains)
            && ([path] + libraries).allSatisfy { $0.hasPrefix("/") }
            && !([path] + libraries + arguments).contains { $0.utf8.contains(0) }
            && addressSpace > 0 && fileSize >= 0 && processorTime.map { $0 > 0 } ?? true
    }
}

extension ProgramTerms {
    private static let mostTexts = 1024

    func write(to writer: inout BinaryWriter) {
        writer.write(path)
        for texts in [arguments, libraries] {
            writer.write(array: texts) { $0.write($1) }
        }
        for numbers in [descriptors, reopenedToRead, reopenedToWrite] {
            writer.write(array: numbers) { $0.write(Int($1)) }
        }
        writer.write(addressSpace)
        writer.write(fileSize)
        writer.write(optional: processorTime) { $0.write($1) }
        writer.write(array: leavingOut.sorted { $0.rawValue < $1.rawValue }) { $0.write($1) }
    }

    init(reading reader: inout BinaryReader) throws(BinaryError) {
        path = try reader.string(maximumByteCount: Int(PATH_MAX))
        arguments = try Self.texts(&reader)
        libraries = try Self.texts(&reader)
        descriptors = try Self.numbers(&reader)
        reopenedToRead = try Self.numbers(&reader)
        reopenedToWrite = try Self.numbers(&reader)
        addressSpace = try reader.int()
        fileSize = try reader.int()
        processorTime = try reader.optional { (reader) throws(BinaryError) in try reader.int() }
        leavingOut = Set(
            try reader.array(maximumCount: LockMeasure.allCases.count) { (reader) throws(BinaryError) in
                try reader.word(of: LockMeasure.self)
            }
        )
    }

    private static func texts(_ reader: inout BinaryReader) throws(BinaryError) -> [String] {
        try reader.array(maximumCount: mostTexts) { (reader) throws(BinaryError) in
            try reader.string(maximumByteCount: .max)
        }
    }

    private static func numbers(_ reader: inout BinaryReader) throws(BinaryError) -> [Int32] {
        try reader.array(maximumCount: Int(CONTAINMENT_MOST_DESCRIPTORS)) { (reader) throws(BinaryError) in
            Int32(truncatingIfNeeded: try reader.int())
        }
    }
}
