import Testing

@testable import Imaging

@Suite("What an ICC profile says")
struct ColorProfileTests {
    /// A table of `count` values between 0 and 65535.
    private func table(_ count: Int, _ curve: (Double) -> Double) -> [UInt8] {
        let values = (0..<count).map { big(Int((curve(Double($0) / Double(count - 1)) * 65535).rounded()), 2) }
        return join(ascii("curv\0\0\0\0"), big(count, 4), join(values))
    }

    @Test("sRGB is recognized by its numbers")
    func sRGB() throws {
        let profile = try #require(ColorProfile(Made.profile()))
        #expect(profile.isSRGB && profile.space == .rgb)
    }

    @Test("sRGB with its curve as a table")
    func tables() throws {
        // Straight lines between the exact values at eighths, which is where the curve is compared.
        let eighths = [0, 0.01435, 0.05088, 0.11602, 0.21404, 0.34851, 0.52252, 0.73884, 1]
        func interpolated(_ position: Double) -> Double {
            let index = min(Int(position * 8), 7)
            return eighths[index] + (eighths[index + 1] - eighths[index]) * (position * 8 - Double(index))
        }
        #expect(try #require(ColorProfile(Made.profile(curve: table(1025, interpolated)))).isSRGB)
        #expect(try #require(ColorProfile(Made.profile(curve: table(4097, interpolated)))).isSRGB)
        #expect(try !#require(ColorProfile(Made.profile(curve: table(1025, { $0 * $0 })))).isSRGB, "gamma 2")
        #expect(try !#require(ColorProfile(Made.profile(curve: table(1025, { $0 })))).isSRGB, "linear")
    }

    @Test("other primaries, curves or conversion by tables are not sRGB")
    func others() throws {
        #expect(try !#require(ColorProfile(Made.profile(red: [0.5151, 0.2412, -0.0011]))).isSRGB, "Display P3")
        #expect(try !#require(ColorProfile(Made.profile(gamma: 2.2))).isSRGB)
        #expect(try !#require(ColorProfile(Made.profile(curve: join(ascii("curv\0\0\0\0"), big(0, 4))))).isSRGB)
        #expect(try !#require(ColorProfile(Made.profile(extraTag: "A2B0"))).isSRGB)
    }

    @Test(
        "the kind of color",
        arguments: [
            ("RGB ", ColorProfile.Space.rgb), ("CMYK", .cmyk), ("GRAY", .gray), ("Lab ", .other),
        ])
    func spaces(_ signature: String, _ space: ColorProfile.Space) throws {
        let profile = try #require(ColorProfile(Made.profile(space: signature)))
        #expect(profile.space == space && profile.isSRGB == (space == .rgb))
    }

    @Test("what is no profile gives nil, and a cut one is not sRGB")
    func broken() {
        #expect(ColorProfile([]) == nil)
        #expect(ColorProfile([UInt8](repeating: 0, count: 500)) == nil)
        let profile = Made.profile()
        for count in 0..<profile.count {
            #expect(ColorProfile(Array(profile.prefix(count)))?.isSRGB != true, "cut at \(count)")
        }
    }
}
