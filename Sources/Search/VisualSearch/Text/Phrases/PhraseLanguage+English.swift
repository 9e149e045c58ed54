extension PhraseLanguage {
    static let english = PhraseLanguage(
        decimal: ".",
        comparatives: PhraseTable([
            ("under|below|less than|lower than|smaller than|fewer than|shorter than", Comparative(comparison: .less)),
            ("cheaper than|less expensive than", Comparative(comparison: .less, role: .price)),
            ("lighter than", Comparative(comparison: .less, dimension: .mass)),
            (
                "at most|up to|no more than|not more than|not over|not above|max|maximum|a maximum of",
                Comparative(comparison: .atMost)
            ),
            (
                "over|above|more than|greater than|higher than|larger than|bigger than|longer than|upwards of",
                Comparative(comparison: .more)
            ),
            ("more expensive than|dearer than", Comparative(comparison: .more, role: .price)),
            ("heavier than", Comparative(comparison: .more, dimension: .mass)),
            (
                "at least|no less than|not less than|not under|not below|min|minimum|a minimum of|starting at",
                Comparative(comparison: .atLeast)
            ),
            ("from", Comparative(comparison: .atLeast, needsUnit: true)),
            ("around|about|roughly|approximately|approx|circa", Comparative(comparison: .around, needsUnit: true)),
            ("exactly|precisely", Comparative(comparison: .exactly, needsUnit: true)),
        ]),
        trailing: PhraseTable([
            ("or less|or under|or below|or cheaper|and under|and below|and less|max|maximum|at most", .atMost),
            ("or more|or over|or above|and up|and over|and above|and more|or higher|at least|plus", .atLeast),
        ]),
        ranges: PhraseTable([("between", ["and"]), ("from", ["to", "until", "till"])]),
        rangeWords: ["to"],
        currencies: PhraseTable([
            ("dollar|dollars|buck|bucks|usd|us dollars", "USD"), ("euro|euros|eur", "EUR"),
            ("pound|pounds|quid|gbp", "GBP"), ("yen|jpy", "JPY"), ("rupee|rupees|inr", "INR"),
            ("franc|francs|chf", "CHF"), ("cad", "CAD"), ("aud", "AUD"), ("sek", "SEK"), ("nok", "NOK"), ("dkk", "DKK"),
        ]),
        units: PhraseTable([
            ("millimeter|millimeters|millimetre|millimetres", PhraseUnit(dimension: .length, size: 0.001)),
            ("centimeter|centimeters|centimetre|centimetres", PhraseUnit(dimension: .length, size: 0.01)),
            ("meter|meters|metre|metres", PhraseUnit(dimension: .length, size: 1)),
            ("inch|inches", PhraseUnit(dimension: .length, size: 0.0254)),
            ("foot|feet", PhraseUnit(dimension: .length, size: 0.3048)),
            ("gram|grams|gramme|grammes", PhraseUnit(dimension: .mass, size: 1)),
            ("kilo|kilos|kilogram|kilograms", PhraseUnit(dimension: .mass, size: 1000)),
            ("ounce|ounces", PhraseUnit(dimension: .mass, size: 28.349523125)),
            ("liter|liters|litre|litres", PhraseUnit(dimension: .volume, size: 1)),
            ("milliliter|milliliters|millilitre|millilitres", PhraseUnit(dimension: .volume, size: 0.001)),
            ("gigabyte|gigabytes|gig|gigs", PhraseUnit(dimension: .storage, size: 0x1p30)),
            ("terabyte|terabytes", PhraseUnit(dimension: .storage, size: 0x1p40)),
        ]),
        orders: PhraseTable([
            (
                "cheapest|least expensive|lowest price|lowest priced|cheapest first|lowest price first",
                Order(role: .price, isAscending: true, label: "cheapest first")
            ),
            (
                "dearest|priciest|most expensive|highest price|highest priced|most expensive first|highest price first",
                Order(role: .price, isAscending: false, label: "most expensive first")
            ),
            (
                "newest|latest|most recent|newest first|latest first",
                Order(role: .date, isAscending: false, label: "newest first")
            ),
            ("oldest|oldest first", Order(role: .date, isAscending: true, label: "oldest first")),
            (
                "best rated|top rated|highest rated|best reviewed|best rated first|highest rated first",
                Order(role: .rating, isAscending: false, label: "best rated first")
            ),
        ]),
        flags: PhraseTable([
            ("in stock|available now|on stock", Flag(role: .stock)),
            ("out of stock|sold out", Flag(role: .stock, isTrue: false)), ("on sale|discounted", Flag(role: .sale)),
        ]),
        negations: PhraseTable(
            """
            not|no|without|except|except for|excluding|other than|but not|and not|isn't|aren't|isnt|arent|that is not|\
            that are not|that isn't|that aren't|which is not|which are not|which isn't|which aren't|that's not|not made of
            """),
        fillers: ["any", "a", "an", "the", "is", "are", "of", "in", "from"],
        roles: PhraseTable([
            ("price|priced|cost|costs|costing", .price), ("size|sizes", .size), ("rating|rated|ratings", .rating),
            ("color|colour|colored|coloured", .color), ("brand|maker|manufacturer", .brand), ("material", .material),
            ("category", .category),
        ]),
        counted: PhraseTable([("star|stars", .rating)]),
        makers: ["by"], either: ["or"], headEnds: ["for", "with", "in"],
        ages: [
            "age", "aged", "ages", "baby", "babies", "boy", "boys", "child", "children", "girl", "girls", "kid", "kids",
            "toddler", "toddlers",
        ],
        functionWords: QueryWords.stopWords.union([
            "above", "around", "below", "between", "but", "exactly", "find", "least", "less", "max", "maximum", "min",
            "minimum", "more", "most", "over", "per", "please", "show", "than", "under", "without",
        ]),
        labels: Labels(
            comparisons: [
                .less: "under %", .atMost: "up to %", .more: "over %", .atLeast: "at least %", .around: "around %",
                .exactly: "%",
            ], between: "between % and %", not: "not %"))
}
