internal import CSearchData
internal import Essentials

// The normal forms KC and KD of Unicode, under the names of Foundation, whose own come with tables of 40 MB on Linux. Their
// table is linked into the program.
#if canImport(FoundationEssentials)
    extension String {
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
            var view = UnicodeScalarView()
            for scalar in decomposedStringWithCanonicalMapping.unicodeScalars {
                view.append(contentsOf: Compatibility.parts[scalar] ?? [scalar])
            }
            return String(view)
        }
    }

    private enum Compatibility {
        /// The replacement of each scalar.
        static let parts: [Unicode.Scalar: [Unicode.Scalar]] = {
            var count = 0
            // Safe: the bytes live as long as the program.
            let bytes = unsafe UnsafeBufferPointer(start: csd_compatibility(&count), count: count)
            let lines = unsafe String(decoding: bytes, as: UTF8.self).unicodeScalars.split(separator: "\n")
            return Dictionary(uniqueKeysWithValues: lines.map { ($0.first!, Array($0.dropFirst())) })
        }()
    }
#endif
