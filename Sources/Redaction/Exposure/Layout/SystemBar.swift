import ImageCore

/// What the system draws at the top of a screen: the time, and how much is left of the battery.
enum SystemBar {
    /// Its share of the height of a screen: 59 points of 852 on long phones with a cut-out, 20 of 667 on others.
    static func share(of size: PixelSize) -> Double {
        Double(size.height) > 1.9 * Double(size.width) ? 0.06 : 0.035
    }
}
