import Hierarchy
import Messages

extension Redactor {
    /// Reads from files what redactions need besides their input: where the fonts are, and how texts are converted. Starts
    /// no thread, and does nothing the second time.
    ///
    /// A process that may open nothing later calls this while it still may.
    ///
    /// - Returns: The paths of the font files, which messages open when they have a text to set in them.
    public static func prepare() -> [String] {
        Hierarchy.openTextConverters()
        return MessageFonts.load()
    }
}
