extension ViSearch {
    /// A search for items that look like an item of the catalog.
    package struct SimilarSearch: Request {
        package typealias Answer = Results
        package static var operation: Operation { .search }

        /// The item, 1…512 bytes.
        package var name: String
        /// Paging, filters, facets and the rest of the search.
        package var options: Options

        /// Creates a search for items that look like an item.
        package init(_ name: String, options: Options = Options()) {
            self.name = name
            self.options = options
        }

        package init(_ parameters: Parameters) throws(Fault) {
            var reader = ParameterReader(parameters)
            name = try reader.itemName()
            options = try Options(&reader)
        }

        package func parameters() throws(Fault) -> Parameters {
            var parameters = Parameters()
            try parameters.append(itemName: name)
            try options.write(to: &parameters)
            return parameters
        }
    }

    /// A search for items that have these colors.
    public struct ColorSearch: Request {
        package typealias Answer = Results
        package static var operation: Operation { .colorSearch }

        /// A color, and how much it counts beside the others.
        public struct Color: Hashable, Sendable, Codable {
            /// Six hex digits, with or without `#`.
            package var hex: String
            /// 1…100; nil for no preference.
            package var weight: Int?

            /// Creates a color of six hexadecimal digits and its weight.
            public init(_ hex: String, weight: Int? = nil) {
                self.hex = hex
                self.weight = weight
            }

            /// The color; nil for digits that are not hexadecimal.
            package var rgb: RGB? { RGB(hex: hex) }
        }

        /// 1…16.
        package var colors: [Color]
        /// Paging, filters, facets and the rest of the search.
        package var options: Options

        /// Creates a search for several colors.
        package init(_ colors: [Color], options: Options = Options()) {
            self.colors = colors
            self.options = options
        }

        /// Creates a search for one color of six hexadecimal digits.
        package init(_ hex: String, options: Options = Options()) { self.init([Color(hex)], options: options) }

        package init(_ parameters: Parameters) throws(Fault) {
            var reader = ParameterReader(parameters)
            colors = []
            for text in try reader.list("color") {
                let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { String($0).trimmed }
                let weight = parts.count == 2 ? Int(parts[1]) : nil
                guard parts.count == 1 || parts.count == 2 && weight != nil else { throw .invalidColor }
                colors.append(Color(parts[0].hasPrefix("#") ? String(parts[0].dropFirst()) : parts[0], weight: weight))
            }
            options = try Options(&reader)
            try check()
        }

        package func parameters() throws(Fault) -> Parameters {
            try check()
            var parameters = Parameters()
            for color in colors {
                let hex = color.hex.hasPrefix("#") ? String(color.hex.dropFirst()) : color.hex
                parameters.append("color", color.weight.map { "\(hex):\($0)" } ?? hex)
            }
            try options.write(to: &parameters)
            return parameters
        }

        private func check() throws(Fault) {
            let areGood = colors.allSatisfy { $0.rgb != nil && Limits.colorWeights.contains($0.weight ?? 1) }
            guard areGood, Limits.colors.contains(colors.count) else { throw .invalidColor }
        }
    }
}
