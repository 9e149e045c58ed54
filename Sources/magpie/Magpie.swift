@main
struct Magpie {
    static func main() {
        print("magpie")
    }
}
