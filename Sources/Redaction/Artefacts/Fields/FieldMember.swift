/// A member of an object of JSON that holds a string or a number, or an attribute of an element of markup.
struct FieldMember {
    let name: Range<Int>
    let value: Range<Int>
    let notation: Notation
}
