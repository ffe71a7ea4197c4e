/// The size of a contact sheet.
struct SheetForm {
    /// Pixels of the shorter edge of a frame at most.
    let edge: Int
    /// Scenes at most: of more, the shortest ones are left out.
    let mostScenes: Int
    /// Pixels of the line round each cover; 0 for none.
    let line: Int
    /// Pixels of the words below a frame; 0 for none.
    let captionHeight: Int
    /// Pixels between frames.
    let gap: Int

    /// Large enough to see what is covered.
    static let preview = SheetForm(edge: 240, mostScenes: 60, line: 2, captionHeight: 18, gap: 10)

    /// Too small for anything in it to be read, where its frames are.
    ///
    /// - Parameter edge: Pixels of the shorter edge of a frame.
    static func thumbnail(edge: Int) -> SheetForm {
        SheetForm(edge: edge, mostScenes: 12, line: 0, captionHeight: 0, gap: 4)
    }
}
