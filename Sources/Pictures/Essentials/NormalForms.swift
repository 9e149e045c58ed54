// The normal forms C and D of Unicode, under the names of Foundation, whose own come with tables of 40 MB on Linux.
//
// `_nfc` and `_nfd` of Swift's library have no stable name: should they go, this file does not compile, and should they
// change, the tests of the normal forms tell which characters differ from Foundation. A table of decompositions beside that
// of `CSearchData` would then take their place.
#if canImport(FoundationEssentials)
    @_spi(_Unicode) internal import Swift

    extension String {
        /// Form C: accents joined to their letters.
        package var precomposedStringWithCanonicalMapping: String { String(scalars: _nfc) }

        /// Form D: accents apart from their letters.
        package var decomposedStringWithCanonicalMapping: String { String(scalars: _nfd) }

        private init(scalars: some Sequence<Unicode.Scalar>) {
            var view = UnicodeScalarView()
            view.append(contentsOf: scalars)
            self.init(view)
        }
    }
#endif
