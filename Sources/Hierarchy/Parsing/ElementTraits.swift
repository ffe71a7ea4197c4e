/// What the attributes of an element say about it other than texts: its frame and its flags.
struct ElementTraits {
    var frame: Frame?
    var isVisible = true
    var isEnabled = true
    var isSecure = false
}
