internal import CSearchData
internal import Essentials
@_spi(_Unicode) internal import Swift

// The normal forms of Unicode, under the names of Foundation, whose own come with tables of 40 MB on Linux. Those of
// canonical equivalence are in Swift's library; the tables of the others are linked into the program.
#if canImport(FoundationEssentials)
    extension String {
        /// Form D: accents apart from their letters.
        package var decomposedStringWithCanonicalMapping: String { String(scalars: _nfd) }

        /// Form C: accents joined to their letters.
        package var precomposedStringWithCanonicalMapping: String { String(scalars: _nfc) }

        /// Form KD: as form D, and without differences of width, style and place.
        package var decomposedStringWithCompatibilityMapping: String {
            compatible.decomposedStringWithCanonicalMapping
        }

        /// Form KC: as form C, and without differences of width, style and place.
        package var precomposedStringWithCompatibilityMapping: String {
            compatible.precomposedStringWithCanonicalMapping
        }

        /// Equivalent to the string by compatibility, in no normal form.
        private var compatible: String {
            String(scalars: _nfd.lazy.flatMap { Compatibility.parts[$0] ?? [$0] })
        }

        private init(scalars: some Sequence<Unicode.Scalar>) {
            var view = UnicodeScalarView()
            view.append(contentsOf: scalars)
            self.init(view)
        }
    }

    private enum Compatibility {
        /// What stands for a scalar.
        static let parts: [Unicode.Scalar: [Unicode.Scalar]] = {
            var count = 0
            // Safe: the bytes live as long as the program.
            let bytes = unsafe UnsafeBufferPointer(start: csd_compatibility(&count), count: count)
            let lines = unsafe String(decoding: bytes, as: UTF8.self).unicodeScalars.split(separator: "\n")
            return Dictionary(uniqueKeysWithValues: lines.map { ($0.first!, Array($0.dropFirst())) })
        }()
    }
#endif
