/// What the attributes of an element say that is no text.
struct ElementTraits {
    var frame: Frame?
    var isVisible = true
    var isEnabled = true
    var isSecure = false
}
