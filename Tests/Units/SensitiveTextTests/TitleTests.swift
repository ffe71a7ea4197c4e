import Testing

@testable import SensitiveText

@Suite("Names behind and before titles")
struct TitleTests {
    private func names(_ text: String) throws -> [String] {
        var screen = Screen()
        screen.place(text, x: 80, y: 40)
        return try screen.findings([.personName]).map { String($0.dropFirst("personName: ".count)) }
    }

    @Test(
        "a title may be short, in small letters, or in a script without capitals",
        arguments: [
            ("mevr. Moonen", "Moonen"), ("dr. ter Smit", "ter Smit"), ("г-н Новикова", "Новикова"),
            ("Hallo mevr. Bellink,", "Bellink"), ("السيد لفيف الحسيني", "لفيف الحسيني"), ("د. الشمري", "الشمري"),
            ("김 씨", "김"), ("황보 님", "황보"),
        ]
    )
    func found(text: String, name: String) throws {
        #expect(try names(text) == [name])
    }

    @Test(
        "a word that may be a title says nothing in a sentence, or before small letters",
        arguments: [
            "dr. oetker", "m. Smit", "dona Moonen nothing", "السيد لفيف الحسيني ذهب إلى السوق اليوم مع أخيه", "고객 님",
            "김 씨앗",
            "회원 님",
        ]
    )
    func none(text: String) throws {
        #expect(try names(text) == [])
    }
}
