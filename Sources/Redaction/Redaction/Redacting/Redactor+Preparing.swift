import Hierarchy
import Messages

extension Redactor {
    /// Reads from files what redactions need besides their input: where the fonts are, and how texts are converted. Starts
    /// no thread, and does nothing the second time.
    ///
    /// A process that may open nothing later calls this while it still may.
    ///
    /// - Parameters:
    ///   - messages: Whether a message may have to be drawn. To find the fonts takes as long as many a redaction.
    ///   - hierarchies: Whether a hierarchy may have to be read.
    /// - Returns: The paths of the font files, which messages open when they have a text to set in them.
    public static func prepare(messages: Bool = true, hierarchies: Bool = true) -> [String] {
        if hierarchies { Hierarchy.openTextConverters() }
        return messages ? MessageFonts.load() : []
    }
}
