@main
struct DrawSamples {
    static func main() {}
}
