@testable import VisualSearch

/// Queries as people of each language type them, with the items that are right: eighteen in each language, written before the
/// first run.
enum ForeignQueries {
    struct Query {
        var text: String
        var right: Set<String>
    }

    /// The right items of the queries, which mean the same in all languages.
    private static let rights: [@Sendable (ForeignShop.Facts) -> Bool] = [
        { $0.kind == "shirt" },
        { $0.kind == "bag" && $0.color == "red" },
        { $0.kind == "shoes" && $0.price < 50 },
        { $0.kind == "bag" && $0.price >= 50 },
        { $0.kind == "jacket" && (100...220).contains($0.price) },
        { $0.kind == "shoes" && $0.material != "leather" },
        { $0.kind == "jacket" && $0.color != "black" },
        { $0.kind == "shirt" && $0.people == "men" },
        { $0.kind == "shoes" && $0.people == "women" },
        { $0.kind == "jacket" && $0.people == "children" },
        { $0.kind == "shirt" && $0.isInStock },
        { $0.kind == "bag" && $0.price > 1000 },
        { $0.kind == "dress" && $0.color != "red" && $0.color != "blue" },
        { $0.kind == "trousers" && $0.color == "blue" },
        { $0.kind == "shirt" && $0.price <= 29.9 },
        { $0.kind == "shirt" && $0.material == "linen" },
        { $0.kind == "bag" && $0.price < 50 },
        { $0.kind == "jacket" && $0.color == "green" && $0.isInStock },
    ]

    private static let texts: [CatalogLanguage: [String]] = [
        .german: [
            "Hemd", "rote Tasche", "Schuhe unter 50 Euro", "Taschen ab 50 €", "Jacken zwischen 100 und 220 Euro",
            "Schuhe ohne Leder", "Jacke nicht schwarz", "Hemden für Herren", "Schuhe Damen", "Jacke Kind",
            "Hemd auf Lager", "Tasche über 1.000 €", "Kleid weder rot noch blau", "blaue Hosen",
            "Hemden bis 29,90 €", "Hemd aus Leinen", "Tasche under 50 euros", "grüne Jacken lieferbar",
        ],
        .french: [
            "chemise", "sac rouge", "chaussures à moins de 50 euros", "sacs à partir de 50 €",
            "vestes entre 100 et 220 euros", "chaussures sans cuir", "veste pas noire", "chemises pour hommes",
            "chaussures femme", "veste enfants", "chemise en stock", "sac plus de 1 000 €",
            "robe ni rouge ni bleue", "pantalons bleus", "chemises jusqu'à 29,90 €", "chemise en lin",
            "sac under 50 euros", "vestes vertes disponibles",
        ],
        .spanish: [
            "camisa", "bolso rojo", "zapatos por menos de 50 euros", "bolsos desde 50 €",
            "chaquetas entre 100 y 220 euros", "zapatos sin cuero", "chaqueta no negra", "camisas para hombres",
            "zapatos de mujer", "chaqueta niño", "camisa en stock", "bolso más de 1.000 €",
            "vestido ni rojo ni azul", "pantalones azules", "camisas hasta 29,90 €", "camisa de lino",
            "bolso under 50 euros", "chaquetas verdes disponibles",
        ],
        .italian: [
            "camicia", "borsa rossa", "scarpe sotto i 50 euro", "borse da 50 €", "giacche tra 100 e 220 euro",
            "scarpe senza pelle", "giacca non nera", "camicie da uomo", "scarpe donna", "giacca bambino",
            "camicia disponibile", "borsa più di 1.000 €", "vestito né rosso né blu", "pantaloni blu",
            "camicie fino a 29,90 €", "camicia di lino", "borsa under 50 euro", "giacche verdi disponibili",
        ],
        .dutch: [
            "hemd", "rode tas", "schoenen onder de 50 euro", "tassen vanaf 50 €", "jassen tussen 100 en 220 euro",
            "schoenen zonder leer", "jas niet zwart", "hemden voor heren", "schoenen dames", "jas kind",
            "hemd op voorraad", "tas boven 1.000 €", "jurk niet rood of blauw", "blauwe broeken",
            "hemden tot 29,90 €", "hemd van linnen", "tas under 50 euro", "groene jassen leverbaar",
        ],
    ]

    static func queries(_ language: CatalogLanguage) -> [Query] {
        zip(texts[language] ?? [], rights).map { Query(text: $0, right: ForeignShop.ids($1)) }
    }
}
