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
            // Safe: the function gives constant bytes, with their count.
            let lines = unsafe linkedText(csd_compatibility).unicodeScalars.split(separator: "\n")
            return Dictionary(uniqueKeysWithValues: lines.map { ($0.first!, Array($0.dropFirst())) })
        }()
    }
#endif

/// The codes of languages of ISO 639, in two or three letters, which Unicode's repository of locales has names for.
package enum LanguageCodes {
    // Safe: the function gives constant bytes, with their count.
    package static let all = unsafe Set(
        linkedText(csd_languages).split(whereSeparator: \.isWhitespace).map(String.init))
}

/// The text of a file that is linked into the program, by its function.
@unsafe private func linkedText(_ file: (UnsafeMutablePointer<Int>?) -> UnsafePointer<UInt8>?) -> String {
    var count = 0
    return unsafe String(decoding: UnsafeBufferPointer(start: file(&count), count: count), as: UTF8.self)
}
