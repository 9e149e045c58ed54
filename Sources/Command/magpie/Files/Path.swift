import Essentials

/// The name of a file, kept byte for byte: file names on Unix need not be UTF-8.
struct Path: Hashable, Sendable {
    /// Never holds a NUL byte.
    let bytes: [UInt8]

    init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    init(_ text: String) { self.init(bytes: text.utf8) }

    /// True when `text` names the file exactly.
    var isUTF8: Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// The name to show. Bytes that are not UTF-8 become `\xNN`.
    var text: String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return escapedText
    }

    private var escapedText: String {
        var text = ""
        var rest = bytes[...]
        while let first = rest.first {
            let length = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
            if let length, length <= rest.count, let piece = String(validating: rest.prefix(length), as: UTF8.self) {
                text += piece
                rest = rest.dropFirst(length)
            } else {
                text += "\\x" + first.hexadecimal
                rest = rest.dropFirst()
            }
        }
        return text
    }

    /// Calls `body` with the NUL-terminated name.
    @safe func withCString<Value>(_ body: (UnsafePointer<CChar>) throws -> Value) rethrows -> Value {
        // Safe: the array ends with NUL and outlives the call; CChar and UInt8 share their layout.
        try unsafe (bytes + [0]).withUnsafeBytes { raw in
            try unsafe body(raw.baseAddress!.assumingMemoryBound(to: CChar.self))
        }
    }
}

extension Path: Comparable {
    static func < (left: Path, right: Path) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}

extension Path: CustomStringConvertible {
    var description: String { text }
}

extension Path {
    private static let slash = UInt8(ascii: "/")

    var isAbsolute: Bool { bytes.first == Path.slash }

    /// The last component; empty for `/`.
    var name: ArraySlice<UInt8> {
        let end = bytes.lastIndex { $0 != Path.slash }.map { $0 + 1 } ?? 0
        let start = bytes[..<end].lastIndex(of: Path.slash).map { $0 + 1 } ?? 0
        return bytes[start..<end]
    }

    /// Everything before the last component, without the slash between; `.` where there is nothing before it.
    var parent: Path {
        let components = self.components
        let head = components.dropLast()
        if head.isEmpty { return Path(isAbsolute ? "/" : ".") }
        return Path(bytes: (isAbsolute ? [Path.slash] : []) + head.joined(separator: [Path.slash]))
    }

    /// The names between the slashes.
    var components: [ArraySlice<UInt8>] { bytes.split(separator: Path.slash) }

    /// `name` inside this folder.
    func appending(_ name: some Sequence<UInt8>) -> Path {
        if bytes.isEmpty { return Path(bytes: name) }
        return Path(bytes: bytes + (bytes.last == Path.slash ? [] : [Path.slash]) + name)
    }

    static func / (folder: Path, inner: Path) -> Path { folder.appending(inner.bytes) }

    /// Returns the path as absolute, without `.`, `..` and doubled slashes, by spelling alone: links are not resolved.
    func absolute(from folder: Path) -> Path {
        var kept: [ArraySlice<UInt8>] = []
        for component in (isAbsolute ? self : folder / self).components {
            if component.elementsEqual("..".utf8) {
                _ = kept.popLast()
            } else if !component.elementsEqual(".".utf8) {
                kept.append(component)
            }
        }
        return Path(bytes: [Path.slash] + kept.joined(separator: [Path.slash]))
    }

    /// Returns the rest of this path after `folder`, empty for the folder itself; nil when the path is not below it.
    /// Both are absolute and without `.` and `..`.
    func relative(to folder: Path) -> Path? {
        let inner = components
        let outer = folder.components
        guard inner.count >= outer.count, inner.prefix(outer.count).elementsEqual(outer) else { return nil }
        return Path(bytes: inner.dropFirst(outer.count).joined(separator: [Path.slash]))
    }
}
