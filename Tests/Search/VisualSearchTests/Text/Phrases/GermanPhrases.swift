@testable import VisualSearch

extension PhraseLanguage {
    /// The words of a second language, which shows that none is bound to English.
    static func german() throws -> PhraseLanguage { try PhraseLanguage(json: Array(germanWords.utf8)) }

    private static let germanWords = """
        {
          "decimal": ",",
          "comparatives": {
            "unter|weniger als|kleiner als|kürzer als": {"comparison": "less"},
            "billiger als|günstiger als": {"comparison": "less", "role": "price"},
            "leichter als": {"comparison": "less", "dimension": "mass"},
            "bis|bis zu|höchstens|maximal|nicht mehr als|nicht über": {"comparison": "atMost"},
            "über|mehr als|größer als|länger als": {"comparison": "more"},
            "teurer als": {"comparison": "more", "role": "price"},
            "schwerer als": {"comparison": "more", "dimension": "mass"},
            "ab|mindestens|wenigstens|nicht unter": {"comparison": "atLeast"},
            "von": {"comparison": "atLeast", "needsUnit": true},
            "um|etwa|ungefähr|rund|circa|ca": {"comparison": "around", "needsUnit": true},
            "genau": {"comparison": "exactly", "needsUnit": true}
          },
          "comparisonEnds": ["als"],
          "trailing": {
            "oder weniger|und weniger|oder günstiger|maximal|höchstens": "atMost",
            "oder mehr|und mehr|aufwärts|mindestens": "atLeast"
          },
          "ranges": {
            "zwischen": ["und"],
            "von": ["bis"]
          },
          "rangeWords": ["bis"],
          "months": {
            "januar": 1, "februar": 2, "märz": 3, "april": 4, "mai": 5, "juni": 6, "juli": 7, "august": 8, "september": 9,
            "oktober": 10, "november": 11, "dezember": 12
          },
          "dateWords": {
            "im|in": {"comparison": "within", "namesMonths": true},
            "vom|von": {"comparison": "within"},
            "seit|ab": {"comparison": "since"},
            "nach": {"comparison": "after"},
            "vor": {"comparison": "before"},
            "bis": {"comparison": "until"}
          },
          "photoWords": ["foto", "fotos", "bild", "bilder", "von"],
          "currencies": {
            "euro|euros|eur": "EUR",
            "dollar|dollars|usd": "USD",
            "pfund|gbp": "GBP",
            "franken|chf": "CHF"
          },
          "units": {
            "millimeter": {"dimension": "length", "size": 0.001},
            "zentimeter": {"dimension": "length", "size": 0.01},
            "meter": {"dimension": "length", "size": 1},
            "zoll": {"dimension": "length", "size": 0.0254},
            "gramm": {"dimension": "mass", "size": 1},
            "kilo|kilos|kilogramm": {"dimension": "mass", "size": 1000},
            "liter": {"dimension": "volume", "size": 1},
            "gigabyte": {"dimension": "storage", "size": 1073741824}
          },
          "orders": {
            "billigste|billigster|billigstes|billigsten|günstigste|günstigster|günstigstes|günstigsten": {"role": \
        "price", "isAscending": true, "label": "günstigste zuerst"},
            "teuerste|teuerster|teuerstes|teuersten": {"role": "price", "isAscending": false, "label": "teuerste \
        zuerst"},
            "neueste|neuester|neuestes|neuesten": {"role": "date", "isAscending": false, "label": "neueste \
        zuerst"},
            "älteste|ältester|ältestes|ältesten": {"role": "date", "isAscending": true, "label": "älteste \
        zuerst"},
            "bestbewertete|bestbewerteter|bestbewertetes|bestbewerteten": {"role": "rating", "isAscending": false, \
        "label": "bestbewertete zuerst"}
          },
          "flags": {
            "auf lager|lieferbar|vorrätig": {"role": "stock", "isTrue": true},
            "ausverkauft|nicht lieferbar": {"role": "stock", "isTrue": false},
            "im angebot|reduziert": {"role": "sale", "isTrue": true}
          },
          "people": {"herren|männer": {"kind": "male"}, "damen|frauen": {"kind": "female"}},
          "recipients": ["für"],
          "negations": {
            "nicht|kein|keine|keinen|ohne|außer|die nicht|das nicht|der nicht|weder": "excludes"
          },
          "negationsBehind": {"frei": "excludes"},
          "negationJoins": {"oder|noch": true, "und": false},
          "slips": ["nicht", "ohne", "unter", "mindestens"],
          "fillers": ["der", "die", "das", "den", "dem", "ein", "eine", "einen", "aus", "in", "von"],
          "roles": {
            "preis": "price",
            "größe|größen|gr": "size",
            "bewertung|sterne": "rating",
            "farbe": "color",
            "marke|hersteller": "brand",
            "material": "material",
            "kategorie": "category"
          },
          "counted": {
            "stern|sterne|sternen": "rating"
          },
          "makers": [],
          "either": ["oder"],
          "headEnds": ["für", "mit", "in"],
          "ages": ["alter", "baby", "babys", "junge", "jungen", "kind", "kinder", "madchen"],
          "functionWords": ["ab", "am", "an", "auf", "aus", "bei", "bis", "das", "dem", "den", "der", "des", \
        "die", "ein", "eine", "einen", "einer", "eines", "fur", "genau", "im", "in", "mit", "nach", "ohne", \
        "oder", "rund", "uber", "um", "und", "unter", "von", "vom", "zu", "zum", "zur", "zwischen"],
          "labels": {"comparisons": {"less": "unter %", "atMost": "bis %", "more": "über %", "atLeast": "ab %", \
        "around": "etwa %", "exactly": "%"}, "between": "% bis %", "not": "nicht %", \
        "dates": {"within": "%", "since": "seit %", "after": "nach %", "before": "vor %", "until": "bis %"}, \
        "months": ["Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", \
        "November", "Dezember"]}
        }
        """
}
