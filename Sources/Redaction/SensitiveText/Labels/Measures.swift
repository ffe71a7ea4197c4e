/// Units of measure, as they stand behind numbers that are no secrets.
enum Measures {
    /// Symbols in small letters without accents.
    static let symbols = FoldedWords.set(
        "m km cm mm px kg g mg w kw kwh gb mb kb tb ms min h l ml kcal mhz ghz mah eur usd gbp pln chf"
    )
}
