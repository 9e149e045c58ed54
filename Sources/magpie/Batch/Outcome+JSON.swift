import Foundation
import Imaging

extension Outcome {
    /// The JSON line of one input. Parts of a sharded job name their part, for `magpie merge`.
    func json(shard: Shard) -> JSON {
        var members: [JSON.Member] = []
        func add(_ key: String, _ value: JSON) { members.append(JSON.Member(key: key, value: value)) }

        members += path.members("path")
        switch result {
        case .success(let product):
            add("ok", true)
            if product.wasThere { add("skipped", true) }
            if product.outputs.contains(where: { $0.size == nil }) { add("dryRun", true) }
            if let picture = product.picture {
                if let format = picture.format { add("format", .string(format.rawValue)) }
                add("width", .integer(picture.uprightSize.width))
                add("height", .integer(picture.uprightSize.height))
                add("orientation", .integer(picture.orientation))
                if picture.isTruncated { add("truncated", true) }
            }
            if !product.outputs.isEmpty { add("outputs", .array(product.outputs.map(\.json))) }
            if let colors = product.colors { add("colors", .array(colors.map(\.json))) }
            if let box = product.picture?.box { add("box", box.json) }
            if product.isClipped { add("clipped", true) }
            add("ms", .decimal(seconds * 1000, places: 1))
        case .failure(let error):
            add("ok", false)
            add("error", error.json)
        }
        return .object(members + shard.members)
    }
}

extension OutputFile {
    var json: JSON {
        var members = path.members("path")
        if let size {
            members.append(.init(key: "width", value: .integer(size.width)))
            members.append(.init(key: "height", value: .integer(size.height)))
            members.append(.init(key: "bytes", value: .integer(bytes)))
        }
        if let quality { members.append(.init(key: "quality", value: .integer(quality))) }
        return .object(members)
    }
}

extension Path {
    /// The name as text. JSON holds no other bytes than UTF-8, so any other name stands beside it in Base64, which
    /// `--list` reads.
    func members(_ key: String) -> [JSON.Member] {
        let name = JSON.Member(key: key, value: .string(text))
        if isUTF8 { return [name] }
        return [name, JSON.Member(key: key + "Base64", value: .string(Data(bytes).base64EncodedString()))]
    }
}

extension DominantColor {
    fileprivate var json: JSON { ["hex": .string(hex), "share": .decimal(share, places: 4)] }
}

extension Box {
    /// `[x1, y1, x2, y2]`, as ViSearch writes it.
    var json: JSON { [.integer(left), .integer(top), .integer(right), .integer(bottom)] }
}

extension Shard {
    /// What `magpie merge` knows a line by; nothing where the job is whole.
    var members: [JSON.Member] {
        if self == .whole { return [] }
        return [
            JSON.Member(key: "shard", value: .string(description)),
            JSON.Member(key: "version", value: .string(Version.number)),
        ]
    }
}

extension ImageError {
    var json: JSON {
        ["code": .string(code), "stage": .string(stage.rawValue), "message": .string(description)]
    }
}
