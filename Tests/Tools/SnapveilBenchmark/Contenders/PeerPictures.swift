import Foundation
import ImageCore
import SecureMemory

/// The pictures that peers cover whole screens with.
final class PeerPictures {
    private let splash: Sample
    private let redactor: RedactorContender
    /// Where the privacy screens are that we drew for them.
    private let directory: URL

    init(splash: Sample, redactor: RedactorContender) throws {
        self.splash = splash
        self.redactor = redactor
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("snapveil-benchmark-\(getpid())-screens")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    /// The path of the picture that covers `sample`. Each has a name of its own, as the peers keep what they have read.
    func path(for cover: Cover, on sample: Sample) throws -> String {
        guard cover == .message else { return splash.path }
        let file = directory.appendingPathComponent(sample.name)
        try redactor.result(cover, of: sample).withUnsafeBytes { Data($0) }.write(to: file)
        return file.path
    }
}
