import Containment
import Detection
import ImageCore
import Redaction
import SecureMemory

/// Redacts snapshots, within the memory that all requests have for their pictures.
struct Workshop: Sendable {
    /// Carries out policies on snapshots.
    let redactor: Redactor
    /// Bytes that the pictures of all requests may take together.
    let workBytes: Int

    /// Bytes that looking at a picture may take besides it.
    static let byteCountOfLooking = Detector.memoryLimit
    /// Bytes that models take, whatever they are used for, in each process that looks at pictures.
    static let byteCountOfModels = 64 << 20

    /// Waits until there is memory to carry out `policy` on the pictures of `upload`, which the job then has to its end. A job
    /// asks once, before it takes any of it.
    ///
    /// - Throws: A 413 if there will never be so much; a 503 if nobody waits for the job any more.
    func takeMemory(for upload: Upload, _ policy: Policy, _ terms: JobTerms) throws(Problem) {
        let bytes = byteCount(for: upload) + (policy.pointerToSight == nil ? 0 : Self.byteCountOfLooking)
        guard bytes <= workBytes else { throw .tooLargeForMemory(bytes, capacity: workBytes) }
        guard terms.takeMemory(bytes) else { throw .overloaded() }
    }

    /// Bytes that the pictures of `upload` take, by the sizes that they declare: the snapshot and a copy that an effect
    /// or an encoder works on, and the largest of the assets, of which one is decoded at a time. And what a page source takes
    /// once it is read.
    private func byteCount(for upload: Upload) -> Int {
        let assets = upload.assets.values.map(area(of:))
        let pictures = (area(of: upload.snapshot) * 2 + (assets.max() ?? 0)) * PixelFormat.rgba.channels
        return pictures + (upload.hierarchy?.count ?? 0) * Self.growthOfHierarchy
    }

    /// How much longer a page source is once it is read: boxes as short as they can be were seen to take 7 times their JSON.
    private static let growthOfHierarchy = 8

    /// Pixels of a picture, 0 of one that is refused by its header.
    private func area(of file: SecureBytes) -> Int {
        guard let size = PixelSize(declaredBy: file), size.area <= redactor.limits.maximumPixels else { return 0 }
        return size.area
    }
}
