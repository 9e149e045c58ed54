public import Imaging

extension ViSearch {
    /// What looks like an item of the catalogue.
    public struct SimilarSearch: Request {
        public typealias Answer = Results
        public static var operation: Operation { .search }

        /// The item, 1…512 bytes.
        public var name: String
        public var options: Options

        public init(_ name: String, options: Options = Options()) {
            self.name = name
            self.options = options
        }

        public init(_ parameters: Parameters) throws(Fault) {
            var reader = ParameterReader(parameters)
            name = try reader.itemName()
            options = try Options(&reader)
            options.custom = reader.rest
        }

        public func parameters() throws(Fault) -> Parameters {
            var parameters = Parameters()
            try parameters.append(itemName: name)
            try options.write(to: &parameters)
            return parameters
        }
    }

    /// What has these colors.
    public struct ColorSearch: Request {
        public typealias Answer = Results
        public static var operation: Operation { .colorSearch }

        /// A color, and how much it counts beside the others.
        public struct Color: Hashable, Sendable, Codable {
            /// Six hex digits, with or without `#`.
            public var hex: String
            /// 1…100; nil for no preference.
            public var weight: Int?

            public init(_ hex: String, weight: Int? = nil) {
                self.hex = hex
                self.weight = weight
            }

            /// The color, or nil when the digits are none.
            public var rgb: RGB? { RGB(hex: hex) }
        }

        /// 1…16.
        public var colors: [Color]
        public var options: Options

        public init(_ colors: [Color], options: Options = Options()) {
            self.colors = colors
            self.options = options
        }

        public init(_ hex: String, options: Options = Options()) { self.init([Color(hex)], options: options) }

        public init(_ parameters: Parameters) throws(Fault) {
            var reader = ParameterReader(parameters)
            colors = []
            for text in try reader.list("color") {
                let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { String($0).trimmed }
                let weight = parts.count == 2 ? Int(parts[1]) : nil
                guard parts.count == 1 || parts.count == 2 && weight != nil else { throw .invalidColor }
                colors.append(Color(parts[0].hasPrefix("#") ? String(parts[0].dropFirst()) : parts[0], weight: weight))
            }
            options = try Options(&reader)
            options.custom = reader.rest
            try check()
        }

        public func parameters() throws(Fault) -> Parameters {
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
            let areGood = colors.allSatisfy { $0.rgb != nil && (1...100).contains($0.weight ?? 1) }
            guard areGood, (1...16).contains(colors.count) else { throw .invalidColor }
        }
    }

    /// What looks like a picture, or like a part of it.
    public struct UploadSearch: PictureRequest {
        public typealias Answer = Results
        public static var operation: Operation { .uploadSearch }

        public var picture = Picture()
        public var text: String?
        public var options = Options()

        public init() {}
    }

    /// What looks like a picture, says some words, or both.
    public struct MultiSearch: PictureRequest {
        public typealias Answer = Results
        public static var operation: Operation { .multiSearch }

        public var picture = Picture()
        public var text: String?
        public var options = Options()

        public init() {}
    }

    /// How words may go on, beside a picture or without one.
    public struct Autocomplete: PictureRequest {
        public typealias Answer = Completions
        public static var operation: Operation { .autocomplete }

        public var picture = Picture()
        public var text: String?
        public var options = Options()

        public init() {}
    }

    /// The feature of a picture, to search with later.
    public struct ExtractFeature: PictureRequest {
        public typealias Answer = Features
        public static var operation: Operation { .extractFeature }

        public var picture = Picture()
        public var text: String?
        public var options = Options()

        public init() {}
    }
}
