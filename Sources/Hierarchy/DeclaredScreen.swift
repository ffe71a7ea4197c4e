/// The size of the display, as Appium's UiAutomator2 driver states it on `<hierarchy>`.
public struct DeclaredScreen: Sendable, Hashable {
    /// Pixels from left to right, as the display is turned: 1 to 1 000 000.
    public let width: Int
    /// Pixels from top to bottom, as the display is turned: 1 to 1 000 000.
    public let height: Int
    /// How often the display is turned by a quarter, 0 to 3: `Display.getRotation()` of Android. 0 where nothing is said.
    public let rotation: Int

    /// Makes a size. Nil unless both lengths and the rotation are in their ranges.
    init?(width: Int, height: Int, rotation: Int) {
        let lengths = 1...Int(Frame.maximumLength)
        guard lengths.contains(width), lengths.contains(height), (0...3).contains(rotation) else { return nil }
        self.width = width
        self.height = height
        self.rotation = rotation
    }
}
