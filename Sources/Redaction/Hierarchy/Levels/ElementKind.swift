import SecureMemory

enum ElementKind {
    case input
    case text
    /// Shows text of its own, and acts when it is tapped.
    case control
    /// Is switched, or one of several to choose from.
    case choice
    case image
    case row
    /// The app or a window, as large as the screen.
    case window
    case other

    var isTextual: Bool { self == .input || self == .text || self == .control }

    init(of index: Int, in hierarchy: Hierarchy) {
        guard !hierarchy.kind.omitsTypes(in: hierarchy.format) else {
            self = hierarchy.kindWithoutType(index)
            return
        }
        let type = Self.type(of: index, in: hierarchy)
        switch hierarchy.format {
        case .xcuiTest: self = Self.xcuiTest[type] ?? .other
        case .playwright: self = Self.kind(ofRole: type)
        case .uiAutomator:
            if type == "hierarchy" {
                self = .window
            } else if hierarchy.elements[index].isEditable || Self.androidInputs.contains(where: type.hasSuffix) {
                self = .input
            } else {
                self = Self.androidEndings.first { type.hasSuffix($0.ending) }?.kind ?? .other
            }
        }
    }

    /// The type of the element, or the end of a type that is longer than all known ones, because it may be as long as the source.
    private static func type(of index: Int, in hierarchy: Hierarchy) -> String {
        guard let attribute = hierarchy.attribute(.type, of: index) else { return hierarchy.tagName(of: index) }
        return hierarchy.value(of: attribute).withUnsafeBytes { String(decoding: $0.suffix(64), as: UTF8.self) }
    }

    /// The kind of a role as pages write it: in letters of any case, and with others in case that a browser does not know it. An
    /// input that is named at all is one.
    private static func kind(ofRole role: String) -> ElementKind {
        if let kind = playwright[role] { return kind }
        let kinds = role.lowercased().split(whereSeparator: \.isWhitespace).compactMap { playwright[String($0)] }
        return kinds.contains(.input) ? .input : kinds.first ?? .other
    }

    private static let xcuiTest: [String: ElementKind] = {
        let names: [ElementKind: [String]] = [
            .input: [
                "TextField", "SecureTextField", "SearchField", "TextView", "ComboBox", "Picker", "PickerWheel",
                "DatePicker",
            ],
            .text: ["StaticText"],
            .control: ["Button", "Link", "Key", "MenuItem", "MenuButton", "PopUpButton"],
            .choice: ["Switch", "Toggle", "CheckBox", "RadioButton", "Tab", "SegmentedControl", "Slider", "Stepper"],
            .image: ["Image", "Icon"],
            .row: ["Cell"],
            .window: ["Application", "Window"],
        ]
        let classes: [ElementKind: [String]] = [
            .input: ["UITextField", "UITextView", "UISearchTextField", "UISearchBar", "UIPickerView", "UIDatePicker"],
            .text: ["UILabel", "UIButtonLabel", "UITextFieldLabel"],
            .control: ["UIButton"],
            .choice: ["UISwitch", "UISlider", "UISegmentedControl", "UIStepper"],
            .image: ["UIImageView"],
            .row: ["UITableViewCell", "UICollectionViewCell"],
            .window: ["UIWindow"],
        ]
        return names.reduce(into: [:]) { kinds, entry in
            for name in entry.value { kinds["XCUIElementType" + name] = entry.key }
            for name in classes[entry.key] ?? [] { kinds[name] = entry.key }
        }
    }()

    private static let playwright: [String: ElementKind] = [
        "textbox": .input, "searchbox": .input, "combobox": .input, "spinbutton": .input, "listbox": .input,
        "button": .control, "link": .control, "menuitem": .control, "option": .control,
        "switch": .choice, "checkbox": .choice, "radio": .choice, "tab": .choice, "slider": .choice,
        "img": .image,
    ]

    private static let androidInputs = [
        "EditText", "AutoCompleteTextView", "SearchAutoComplete", "SearchView", "Spinner", "NumberPicker", "DatePicker",
        "TimePicker",
    ]

    private static let androidEndings: [(ending: String, kind: ElementKind)] = [
        ("TextView", .text), ("Button", .control), ("Chip", .control), ("CheckBox", .control), ("Switch", .control),
        ("ImageView", .image), ("SeekBar", .choice),
    ]
}

extension Hierarchy {
    /// The kind of an element of which nothing but texts is known: what has a value or a hint is typed or chosen, and the
    /// outermost element with a place is the app.
    fileprivate func kindWithoutType(_ index: Int) -> ElementKind {
        let parent = elements[index].parent
        if parent.map({ elements[$0].parent == nil && elements[$0].frame?.isEmpty ?? true }) ?? true { return .window }
        if let value = text(.value, of: index) {
            return value.withUnsafeBytes { $0.elementsEqual("0".utf8) || $0.elementsEqual("1".utf8) } ? .choice : .input
        }
        if text(.hint, of: index) != nil { return .input }
        return text(.label, of: index) != nil && elements[index].end == index + 1 ? .text : .other
    }

    /// Whether the element at `index` is the app, or a window, as large as the screen.
    public func isWindow(_ index: Int) -> Bool { ElementKind(of: index, in: self) == .window }
}
