extension PhraseLanguage {
    static let german = PhraseLanguage(
        decimal: ",",
        comparatives: PhraseTable([
            ("unter|weniger als|kleiner als|kürzer als", Comparative(comparison: .less)),
            ("billiger als|günstiger als", Comparative(comparison: .less, role: .price)),
            ("leichter als", Comparative(comparison: .less, dimension: .mass)),
            ("bis|bis zu|höchstens|maximal|nicht mehr als|nicht über", Comparative(comparison: .atMost)),
            ("über|mehr als|größer als|länger als", Comparative(comparison: .more)),
            ("teurer als", Comparative(comparison: .more, role: .price)),
            ("schwerer als", Comparative(comparison: .more, dimension: .mass)),
            ("ab|mindestens|wenigstens|nicht unter", Comparative(comparison: .atLeast)),
            ("von", Comparative(comparison: .atLeast, needsUnit: true)),
            ("um|etwa|ungefähr|rund|circa|ca", Comparative(comparison: .around, needsUnit: true)),
            ("genau", Comparative(comparison: .exactly, needsUnit: true)),
        ]),
        trailing: PhraseTable([
            ("oder weniger|und weniger|oder günstiger|maximal|höchstens", .atMost),
            ("oder mehr|und mehr|aufwärts|mindestens", .atLeast),
        ]),
        ranges: PhraseTable([("zwischen", ["und"]), ("von", ["bis"])]),
        rangeWords: ["bis"],
        currencies: PhraseTable([
            ("euro|euros|eur", "EUR"), ("dollar|dollars|usd", "USD"), ("pfund|gbp", "GBP"), ("franken|chf", "CHF"),
        ]),
        units: PhraseTable([
            ("millimeter", PhraseUnit(dimension: .length, size: 0.001)),
            ("zentimeter", PhraseUnit(dimension: .length, size: 0.01)),
            ("meter", PhraseUnit(dimension: .length, size: 1)), ("zoll", PhraseUnit(dimension: .length, size: 0.0254)),
            ("gramm", PhraseUnit(dimension: .mass, size: 1)),
            ("kilo|kilos|kilogramm", PhraseUnit(dimension: .mass, size: 1000)),
            ("liter", PhraseUnit(dimension: .volume, size: 1)),
            ("gigabyte", PhraseUnit(dimension: .storage, size: 0x1p30)),
        ]),
        orders: PhraseTable([
            (
                "billigste|billigster|billigstes|billigsten|günstigste|günstigster|günstigstes|günstigsten",
                Order(role: .price, isAscending: true, label: "günstigste zuerst")
            ),
            (
                "teuerste|teuerster|teuerstes|teuersten",
                Order(role: .price, isAscending: false, label: "teuerste zuerst")
            ),
            ("neueste|neuester|neuestes|neuesten", Order(role: .date, isAscending: false, label: "neueste zuerst")),
            ("älteste|ältester|ältestes|ältesten", Order(role: .date, isAscending: true, label: "älteste zuerst")),
            (
                "bestbewertete|bestbewerteter|bestbewertetes|bestbewerteten",
                Order(role: .rating, isAscending: false, label: "bestbewertete zuerst")
            ),
        ]),
        flags: PhraseTable([
            ("auf lager|lieferbar|vorrätig", Flag(role: .stock)),
            ("ausverkauft|nicht lieferbar", Flag(role: .stock, isTrue: false)),
            ("im angebot|reduziert", Flag(role: .sale)),
        ]),
        negations: PhraseTable("nicht|kein|keine|keinen|ohne|außer|die nicht|das nicht|der nicht"),
        fillers: ["der", "die", "das", "den", "dem", "ein", "eine", "einen", "aus", "in", "von"],
        roles: PhraseTable([
            ("preis", .price), ("größe|größen|gr", .size), ("bewertung|sterne", .rating), ("farbe", .color),
            ("marke|hersteller", .brand), ("material", .material), ("kategorie", .category),
        ]),
        counted: PhraseTable([("stern|sterne|sternen", .rating)]),
        makers: [], either: ["oder"], headEnds: ["für", "mit", "in"],
        ages: ["alter", "baby", "babys", "junge", "jungen", "kind", "kinder", "madchen"],
        functionWords: [
            "ab", "am", "an", "auf", "aus", "bei", "bis", "das", "dem", "den", "der", "des", "die", "ein", "eine",
            "einen",
            "einer", "eines", "fur", "genau", "im", "in", "mit", "nach", "ohne", "oder", "rund", "uber", "um", "und",
            "unter", "von", "vom", "zu", "zum", "zur", "zwischen",
        ],
        labels: Labels(
            comparisons: [
                .less: "unter %", .atMost: "bis %", .more: "über %", .atLeast: "ab %", .around: "etwa %", .exactly: "%",
            ], between: "% bis %", not: "nicht %"))
}
