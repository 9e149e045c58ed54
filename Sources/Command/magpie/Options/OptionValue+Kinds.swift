import Essentials
import Imaging
import SearchAPI

extension OptionValue<String> {
    static func text(_ valueName: String, expected: String) -> OptionValue {
        OptionValue(valueName, expected: expected) { $0.isEmpty ? nil : $0 }
    }

    /// The id of an item of the store.
    static func id(_ valueName: String = "ID", expected: String = "an id") -> OptionValue {
        text(valueName, expected: expected).completed(as: .id)
    }

    /// A condition on a field of the store.
    static var filter: OptionValue {
        text("FIELD:VALUE", expected: "a filter such as brand:Lumo or price:10,50").completed(as: .filter)
    }

    static func folder(_ valueName: String) -> OptionValue {
        text(valueName, expected: "a folder").completed(as: .folder)
    }
}

extension OptionValue<[String]> {
    static var names: OptionValue {
        OptionValue("FIELD,…", expected: "names of fields, with commas between") { text in
            let names = text.split(separator: ",").map(String.init)
            return names.isEmpty ? nil : names
        }.completed(as: .fields)
    }
}

extension OptionValue<[String]?> {
    static var optionalNames: OptionValue {
        let names = OptionValue<[String]>.names
        return OptionValue(names.valueName, expected: names.expected) { names.parse(Path($0)) }
            .completed(as: names.kind)
    }
}

extension OptionValue<Double?> {
    static var optionalShare: OptionValue {
        let share = OptionValue<Double>.decimal("S", in: 0...1, expected: "a number from 0 to 1")
        return OptionValue(share.valueName, expected: share.expected) { share.parse(Path($0)).map(Optional.some) }
            .completed(as: share.kind)
    }
}

extension OptionValue<Box> {
    static var box: OptionValue {
        OptionValue("X1,Y1,X2,Y2", expected: "four whole numbers with X1 < X2 and Y1 < Y2, such as 10,20,110,220") {
            guard let edges = coordinates($0, count: 4), edges[0] < edges[2], edges[1] < edges[3] else { return nil }
            return Box(left: edges[0], top: edges[1], width: edges[2] - edges[0], height: edges[3] - edges[1])
        }
    }

}

extension OptionValue<Point> {
    static var point: OptionValue {
        OptionValue("X,Y", expected: "two whole numbers, such as 120,80") { text in
            coordinates(text, count: 2).map { Point(left: $0[0], top: $0[1]) }
        }
    }
}

/// Parses integers between commas, each small enough that sums do not overflow.
private func coordinates(_ text: String, count: Int) -> [Int]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    let numbers = parts.compactMap(\.self).filter { (-1 << 31...1 << 31).contains($0) }
    return parts.count == count && numbers.count == count ? numbers : nil
}

extension OptionValue<Size> {
    /// `WxH` with the sides that outputs may have.
    static var size: OptionValue {
        let sides = Output.sides
        let expected = "two sides from \(sides.lowerBound) to \(sides.upperBound), such as 300x200"
        return OptionValue("WxH", expected: expected) {
            let parts = $0.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let width = parts[0], let height = parts[1], sides.contains(width),
                sides.contains(height)
            else { return nil }
            return Size(width: width, height: height)
        }
    }
}

extension OptionValue<RGB> {
    static var color: OptionValue {
        OptionValue("COLOR", expected: "six hex digits such as b8482a, three such as fff, or a name such as red") {
            RGB(named: $0)
        }
    }
}

extension OptionValue<Set<ImageFormat>> {
    static var formats: OptionValue {
        OptionValue("FORMATS", expected: "svg, pdf and jxl, with commas between") { text in
            let formats = text.split(separator: ",").map { ImageFormat(rawValue: String($0)) }
            let known = formats.compactMap { $0 }.filter { ImageFormat.optional.contains($0) }
            return known.count == formats.count && !known.isEmpty ? Set(known) : nil
        }.completed(as: .list(["svg", "pdf", "jxl"]))
    }
}

extension OptionValue<Shard> {
    static var shard: OptionValue {
        OptionValue("I/N", expected: "I/N with I from 0 to N-1, such as 0/8") { Shard($0) }
    }
}

extension OptionValue<Glob> {
    static var glob: OptionValue {
        OptionValue(valueName: "GLOB", expected: "a pattern such as '*.png' or 'raw/**'", parse: { Glob($0) })
    }
}

extension OptionValue<Date> {
    /// The start of a day in UTC.
    static var day: OptionValue {
        OptionValue("YYYY-MM-DD", expected: "a day, such as 2026-11-21") {
            try? Date.ISO8601FormatStyle().year().month().day().parse($0)
        }
    }

    /// A moment with its zone.
    static var moment: OptionValue {
        OptionValue("TIME", expected: "a date with time and zone, such as 2026-12-24T00:00:00+01:00") {
            SearchRequest.Rules.moment($0)
        }
    }
}
