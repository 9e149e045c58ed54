internal import Essentials
internal import WireFormat

/// The elements of a product in an XML feed as cells: texts by the local names of the elements, those of elements in others by
/// their paths (`shipping.price`), those of several alike with bars between them.
///
/// An element with a prefix, such as `g:title`, counts before one without. The attributes of the product itself are cells.
/// `<param name="Color">` is the cell `Color`, `<link href="…"/>` the address, and `<price currency="EUR">` a price in euros.
enum XMLMembers {
    private struct Element {
        var path: [String]
        var hasPrefix: Bool
        var attributes: [String: String]
        var text = ""
    }

    private struct Cell {
        var texts: [String] = []
        var hasPrefix = false
    }

    /// The most names of a path; what lies deeper belongs to the last of them.
    private static let deepest = 4

    /// - Parameter row: The element of the product.
    static func cells(_ row: ArraySlice<UInt8>) -> [String: JSONValue] {
        var cells: [String: Cell] = [:]
        func add(_ text: String, _ path: String, hasPrefix: Bool) {
            let text = text.trimmingBlanks()
            guard !text.isEmpty, !path.isEmpty else { return }
            var cell = cells[path] ?? Cell(hasPrefix: hasPrefix)
            if hasPrefix != cell.hasPrefix {
                if !hasPrefix { return }
                cell = Cell(hasPrefix: true)
            }
            cell.texts.append(text)
            cells[path] = cell
        }
        var open: [Element] = []
        var ofProduct: [String: String] = [:]
        func end() {
            guard var element = open.popLast() else { return }
            if element.text.allSatisfy(\.isWhitespace) {
                element.text = ["href", "url", "src"].lazy.compactMap { element.attributes[$0] }.first ?? ""
            } else if let currency = element.attributes["currency"] {
                element.text = element.text.trimmingBlanks() + " " + currency
            }
            add(element.text, element.path.joined(separator: "."), hasPrefix: element.hasPrefix)
        }
        var (markup, characters) = (XMLMarkup(), [UInt8]())
        func begin() {
            let name = markup.name
            var attributes: [String: String] = [:]
            for (name, value) in markup.attributes where !name.hasPrefix("xmlns") { attributes[local(name)] = value }
            guard let outer = open.last else {
                open.append(Element(path: [], hasPrefix: false, attributes: [:]))
                ofProduct = attributes
                return
            }
            let shown = attributes["name"].flatMap { $0.isEmpty ? nil : $0 } ?? local(name)
            open.append(
                Element(
                    path: outer.path.count < deepest ? outer.path + [shown] : outer.path,
                    hasPrefix: name.contains(":"), attributes: attributes))
        }
        for byte in row {
            guard !markup.isEmpty || byte == UInt8(ascii: "<") else {
                characters.append(byte)
                continue
            }
            guard markup.add(byte) else { continue }
            if !open.isEmpty { open[open.count - 1].text += text(characters[...]) }
            characters.removeAll(keepingCapacity: true)
            switch markup.kind {
            case .opening: begin()
            case .closing: end()
            case .empty:
                begin()
                end()
            case .characters:
                if !open.isEmpty { open[open.count - 1].text += String(decoding: markup.characters, as: UTF8.self) }
            case .other: break
            }
            markup.removeAll()
        }
        for (name, value) in ofProduct where cells[name] == nil { add(value, name, hasPrefix: false) }
        return cells.mapValues { cell in
            guard cell.texts.count > 1 else { return .string(cell.texts[0]) }
            return .string(cell.texts.map { $0.replacing("|", with: "\\|") }.joined(separator: "|"))
        }
    }

    /// The name without its prefix.
    static func local(_ name: String) -> String {
        name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }

    /// The text with the characters that references stand for. One that is not known stays as it is written.
    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let written = String(decoding: bytes, as: UTF8.self)
        guard written.contains("&") else { return written }
        return written.replacing(/&(#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6}|[A-Za-z0-9]{2,8});/) { match -> String in
            let name = match.1
            let number = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
            let scalar = name.hasPrefix("#") && number != 0 ? number.flatMap(Unicode.Scalar.init) : nil
            return scalar.map { String(Character($0)) } ?? HTMLEntities.named[String(name)] ?? String(match.0)
        }
    }
}
