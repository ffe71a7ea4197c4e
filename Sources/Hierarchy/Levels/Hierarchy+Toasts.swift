import SecureMemory

extension Hierarchy {
    /// Whether the element is a toast of Android, of which UiAutomator2 gives the text and not always the place.
    public func isToast(_ index: Int) -> Bool {
        guard format == .uiAutomator else { return false }
        guard let type = attribute(.type, of: index) else { return tagName(of: index) == Self.toast }
        return value(of: type).withUnsafeBytes { $0.elementsEqual(Self.toast.utf8) }
    }

    private static let toast = "android.widget.Toast"
}
