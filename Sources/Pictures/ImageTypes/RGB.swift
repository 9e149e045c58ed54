internal import Essentials

/// A color in 8-bit sRGB.
public struct RGB: Hashable, Sendable {
    /// The red component, 0…255.
    public var red: UInt8
    /// The green component, 0…255.
    public var green: UInt8
    /// The blue component, 0…255.
    public var blue: UInt8

    /// Creates a color from its components, 0…255 each.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The color white, `#ffffff`.
    public static let white = RGB(red: 255, green: 255, blue: 255)
    /// The color black, `#000000`.
    package static let black = RGB(red: 0, green: 0, blue: 0)

    /// Reads six hex digits, with or without a leading `#`, in either case. Nil for anything else.
    public init?(hex: some StringProtocol) {
        let digits = hex.hasPrefix("#") ? hex.dropFirst() : hex[...]
        guard digits.utf8.count == 6, digits.utf8.allSatisfy({ UInt8(ascii: "0") <= $0 && $0 < 128 }),
            digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16)
        else { return nil }
        self.init(
            red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value))
    }

    /// The color as lower-case `#rrggbb`.
    public var hex: String { "#" + [red, green, blue].hexadecimal }
}

extension RGB: Codable {
    /// Decodes a string of six hex digits, with or without a leading `#`. Throws `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let color = RGB(hex: text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is not a color; write six hex digits such as #b8482a")
        }
        self = color
    }

    /// Encodes the color as the string ``hex``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }
}
