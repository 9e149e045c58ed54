/// The entities that descriptions hold: those of HTML 4, and newer ones that editors write.
enum HTMLEntities {
    /// The characters by the names of their entities.
    static let named: [String: String] = {
        var named: [String: String] = [:]
        for (offset, name) in latin.split(whereSeparator: \.isWhitespace).enumerated() {
            named[String(name)] = Unicode.Scalar(UInt32(160 + offset)).map { String(Character($0)) }
        }
        let pairs = others.split(whereSeparator: \.isWhitespace)
        for index in stride(from: 0, to: pairs.count - 1, by: 2) {
            let scalar = UInt32(pairs[index + 1], radix: 16).flatMap(Unicode.Scalar.init)
            named[String(pairs[index])] = scalar.map { String(Character($0)) }
        }
        return named
    }()

    /// The names of 160 to 255, in the order of the numbers.
    private static let latin = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute
        micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring
        AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml
        times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil
        egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash
        ugrave uacute ucirc uuml yacute thorn yuml
        """

    /// Names with their hexadecimal numbers.
    private static let others = """
        amp 26 lt 3C gt 3E quot 22 apos 27 ndash 2013 mdash 2014 lsquo 2018 rsquo 2019 sbquo 201A ldquo 201C rdquo
        201D bdquo 201E bull 2022 hellip 2026 prime 2032 Prime 2033 lsaquo 2039 rsaquo 203A euro 20AC trade 2122
        larr 2190 uarr 2191 rarr 2192 darr 2193 minus 2212 asymp 2248 ne 2260 le 2264 ge 2265 OElig 152 oelig 153
        Scaron 160 scaron 161 Yuml 178 fnof 192 circ 2C6 tilde 2DC ensp 2002 emsp 2003 thinsp 2009 zwnj 200C zwj
        200D dagger 2020 Dagger 2021 permil 2030 check 2713 star 2606 hearts 2665 infin 221E radic 221A Omega 3A9 mu
        3BC pi 3C0 frac13 2153 frac23 2154 frac18 215B frac38 215C hyphen 2010 comma 2C colon 3A excl 21 num 23
        percnt 25 lpar 28 rpar 29 sol 2F NewLine A Ccaron 10C ccaron 10D Rcaron 158 rcaron 159 Zcaron 17D zcaron 17E
        Lstrok 141 lstrok 142
        """
}
