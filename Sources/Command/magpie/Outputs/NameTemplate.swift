import Essentials
import Imaging

/// The names of outputs as the caller of `--name` wants them, such as `{stem}-{width}.{ext}`, with folders where there is a
/// slash.
struct NameTemplate: Hashable, Sendable {
    /// A value that differs from output to output.
    enum Field: String, CaseIterable {
        /// The name of the input, without and with its extension.
        case stem, name
        /// The extension of the format.
        case ext
        /// The sides of the output in pixels, which are known once it is made.
        case width, height
        /// The size as it was asked for: `512`, `640w`, `300x200`.
        case size
        /// The place of an object in its picture, counted from 1.
        case number
    }

    fileprivate enum Part: Hashable {
        case text(String)
        case field(Field)
    }

    let text: String
    /// The parts of each folder and of the name.
    private let components: [[Part]]

    /// Nil where a brace is open or names no field, and for names that would lead elsewhere or be hidden.
    init?(_ text: String) {
        self.text = text
        var components: [[Part]] = []
        for component in text.split(separator: "/", omittingEmptySubsequences: false) {
            guard let parts = Self.parts(of: component), let first = parts.first else { return nil }
            if case .text(let start) = first, start.hasPrefix(".") { return nil }
            components.append(parts)
        }
        self.components = components
    }

    func has(_ field: Field) -> Bool { components.joined().contains(.field(field)) }

    /// The end of the name, as far as it is the same for all outputs.
    var end: String { if case .text(let end) = components.last?.last { end } else { "" } }

    /// Text between braces, and the text around it.
    private static func parts(of component: Substring) -> [Part]? {
        var parts: [Part] = []
        var rest = component
        while !rest.isEmpty {
            guard let open = rest.firstIndex(of: "{") else {
                parts.append(.text(String(rest)))
                break
            }
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            guard let close = rest[open...].firstIndex(of: "}"),
                let field = Field(rawValue: String(rest[rest.index(after: open)..<close]))
            else { return nil }
            parts.append(.field(field))
            rest = rest[rest.index(after: close)...]
        }
        let isPlain = parts.allSatisfy { part in
            guard case .text(let text) = part else { return true }
            return !text.contains("}") && text.printable == text
        }
        return isPlain ? parts : nil
    }

    /// The template with its misspelled fields mended; nil where that is not enough.
    static func meant(by text: String) -> String? {
        var mended = ""
        for (place, part) in text.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
            let halves = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
            guard place > 0, halves.count == 2 else {
                mended += place > 0 ? "{\(part)" : part
                continue
            }
            let field = nearest(to: String(halves[0]), among: Field.allCases.map(\.rawValue)) ?? String(halves[0])
            mended += "{\(field)}\(halves[1])"
        }
        return mended != text && NameTemplate(mended) != nil ? mended : nil
    }
}

extension NameTemplate {
    /// The values of one output.
    struct Values {
        /// The name of the input.
        var input: [UInt8]
        /// True for an input that shares its stem with an earlier one of its folder: the extension tells them apart.
        var sharesStem = false
        var ext: String
        /// Nil where the output is not made yet: its fields stay as they are.
        var sides: Size?
        var size: String
        var number: Int?
    }

    /// The path below the folder of the input's outputs; nil for one that would lead out of it, or be hidden.
    func path(_ values: Values) -> Path? {
        let components = components.map { parts -> [UInt8] in
            let bytes = parts.flatMap { part -> [UInt8] in
                switch part {
                case .text(let text): Array(text.utf8)
                case .field(let field): values[field]
                }
            }
            return OutputName.shortened(bytes)
        }
        guard components.allSatisfy({ $0.first != UInt8(ascii: ".") && !$0.isEmpty }) else { return nil }
        return components.reduce(Path("")) { $0.appending($1) }
    }
}

extension NameTemplate.Values {
    fileprivate subscript(_ field: NameTemplate.Field) -> [UInt8] {
        let text: String? =
            switch field {
            case .stem, .name: nil
            case .ext: ext
            case .width: sides.map { "\($0.width)" } ?? "{width}"
            case .height: sides.map { "\($0.height)" } ?? "{height}"
            case .size: size
            case .number: number.map(String.init) ?? "1"
            }
        if let text { return Array(text.utf8) }
        let length = Path(bytes: input).fileExtension.map { $0.count + 1 } ?? 0
        return field == .name || sharesStem || length == input.count ? input : input.dropLast(length)
    }
}

/// The names that outputs of a run have taken, each with its input: two pictures may ask for the same one.
final class ClaimedNames: Sendable {
    private let inputs = Locked<[UInt64: UInt64]>([:])

    /// Returns false for a name that another input has.
    func claim(_ name: Path, for input: Path) -> Bool {
        let (key, owner) = (Hash.of(name.bytes), Hash.of(input.bytes))
        return inputs.withLock { inputs in
            let found = inputs[key] ?? owner
            inputs[key] = found
            return found == owner
        }
    }
}
