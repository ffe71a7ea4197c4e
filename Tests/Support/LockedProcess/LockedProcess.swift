/// A program that locks itself, tries what its argument says, and tells how that went.
@main
enum LockedProcess {
    static func main() {}
}
