@testable import VisualSearch

extension ForeignShop {
    static let english = Words(
        title: "title", kind: "category", color: "color", material: "material", people: "gender", price: "price",
        values: [
            "shirt": "Shirts", "trousers": "Trousers", "shoes": "Shoes", "bag": "Bags", "dress": "Dresses",
            "jacket": "Jackets", "red": "red", "white": "white", "blue": "blue", "black": "black", "brown": "brown",
            "green": "green", "cotton": "cotton", "linen": "linen", "wool": "wool", "leather": "leather",
            "silk": "silk", "men": "Men", "women": "Women", "children": "Kids",
        ],
        titles: [
            "Red shirt with a collar", "White shirt with long sleeves", "Blue shirt for the office",
            "Black trousers with a crease", "Blue trousers with pockets", "Red shoes with a heel",
            "Black shoes for the office", "White shoes with laces", "Red bag with a zip",
            "Brown bag with a handle", "Blue bag for the beach", "Red dress with straps", "Green dress with a belt",
            "Black jacket with a zip", "Green jacket with a hood", "Blue jacket with a hood",
        ])

    static let all: [CatalogLanguage: Words] = [
        .english: english, .german: german, .french: french, .spanish: spanish, .italian: italian, .dutch: dutch,
    ]

    private static let german = Words(
        title: "Titel", kind: "Kategorie", color: "Farbe", material: "Material", people: "Geschlecht", price: "Preis",
        values: [
            "shirt": "Hemden", "trousers": "Hosen", "shoes": "Schuhe", "bag": "Taschen", "dress": "Kleider",
            "jacket": "Jacken", "red": "rot", "white": "weiß", "blue": "blau", "black": "schwarz", "brown": "braun",
            "green": "grün", "cotton": "Baumwolle", "linen": "Leinen", "wool": "Wolle", "leather": "Leder",
            "silk": "Seide", "men": "Herren", "women": "Damen", "children": "Kinder",
        ],
        titles: [
            "Rotes Hemd mit Kragen", "Weißes Hemd mit langen Ärmeln", "Blaues Hemd für das Büro",
            "Schwarze Hose mit Bügelfalte", "Blaue Hose mit Taschen und Gürtel", "Rote Schuhe mit Absatz",
            "Schwarze Schuhe für das Büro", "Weiße Schuhe mit Schnürsenkeln", "Rote Tasche mit Reißverschluss",
            "Braune Tasche mit Griff", "Blaue Tasche für den Strand", "Rotes Kleid mit Trägern",
            "Grünes Kleid mit Gürtel", "Schwarze Jacke mit Reißverschluss", "Grüne Jacke mit Kapuze",
            "Blaue Jacke mit Kapuze",
        ])

    private static let french = Words(
        title: "Titre", kind: "Catégorie", color: "Couleur", material: "Matière", people: "Sexe", price: "Prix",
        values: [
            "shirt": "Chemises", "trousers": "Pantalons", "shoes": "Chaussures", "bag": "Sacs", "dress": "Robes",
            "jacket": "Vestes", "red": "rouge", "white": "blanc", "blue": "bleu", "black": "noir", "brown": "marron",
            "green": "vert", "cotton": "coton", "linen": "lin", "wool": "laine", "leather": "cuir", "silk": "soie",
            "men": "Homme", "women": "Femme", "children": "Enfant",
        ],
        titles: [
            "Chemise rouge avec col", "Chemise blanche à manches longues", "Chemise bleue pour le bureau",
            "Pantalon noir à pli", "Pantalon bleu avec des poches", "Chaussures rouges à talon",
            "Chaussures noires pour le bureau", "Chaussures blanches à lacets", "Sac rouge avec fermeture éclair",
            "Sac marron avec poignée", "Sac bleu pour la plage", "Robe rouge à bretelles",
            "Robe verte avec ceinture", "Veste noire avec fermeture éclair", "Veste verte à capuche",
            "Veste bleue à capuche",
        ])

    private static let spanish = Words(
        title: "Título", kind: "Categoría", color: "Color", material: "Material", people: "Género", price: "Precio",
        values: [
            "shirt": "Camisas", "trousers": "Pantalones", "shoes": "Zapatos", "bag": "Bolsos", "dress": "Vestidos",
            "jacket": "Chaquetas", "red": "rojo", "white": "blanco", "blue": "azul", "black": "negro",
            "brown": "marrón", "green": "verde", "cotton": "algodón", "linen": "lino", "wool": "lana",
            "leather": "cuero", "silk": "seda", "men": "Hombre", "women": "Mujer", "children": "Niños",
        ],
        titles: [
            "Camisa roja con cuello", "Camisa blanca de manga larga", "Camisa azul para la oficina",
            "Pantalón negro con raya", "Pantalón azul con bolsillos", "Zapatos rojos con tacón",
            "Zapatos negros para la oficina", "Zapatos blancos con cordones", "Bolso rojo con cremallera",
            "Bolso marrón con asa", "Bolso azul para la playa", "Vestido rojo con tirantes",
            "Vestido verde con cinturón", "Chaqueta negra con cremallera", "Chaqueta verde con capucha",
            "Chaqueta azul con capucha",
        ])

    private static let italian = Words(
        title: "Titolo", kind: "Categoria", color: "Colore", material: "Materiale", people: "Sesso", price: "Prezzo",
        values: [
            "shirt": "Camicie", "trousers": "Pantaloni", "shoes": "Scarpe", "bag": "Borse", "dress": "Vestiti",
            "jacket": "Giacche", "red": "rosso", "white": "bianco", "blue": "blu", "black": "nero",
            "brown": "marrone", "green": "verde", "cotton": "cotone", "linen": "lino", "wool": "lana",
            "leather": "pelle", "silk": "seta", "men": "Uomo", "women": "Donna", "children": "Bambini",
        ],
        titles: [
            "Camicia rossa con colletto", "Camicia bianca a maniche lunghe", "Camicia blu per l'ufficio",
            "Pantaloni neri con piega", "Pantaloni blu con tasche", "Scarpe rosse con tacco",
            "Scarpe nere per l'ufficio", "Scarpe bianche con lacci", "Borsa rossa con cerniera",
            "Borsa marrone con manico", "Borsa blu per la spiaggia", "Vestito rosso con bretelle",
            "Vestito verde con cintura", "Giacca nera con cerniera", "Giacca verde con cappuccio",
            "Giacca blu con cappuccio",
        ])

    private static let dutch = Words(
        title: "Naam", kind: "Categorie", color: "Kleur", material: "Materiaal", people: "Geslacht", price: "Prijs",
        values: [
            "shirt": "Hemden", "trousers": "Broeken", "shoes": "Schoenen", "bag": "Tassen", "dress": "Jurken",
            "jacket": "Jassen", "red": "rood", "white": "wit", "blue": "blauw", "black": "zwart", "brown": "bruin",
            "green": "groen", "cotton": "katoen", "linen": "linnen", "wool": "wol", "leather": "leer",
            "silk": "zijde", "men": "Heren", "women": "Dames", "children": "Kinderen",
        ],
        titles: [
            "Rood hemd met kraag", "Wit hemd met lange mouwen", "Blauw hemd voor kantoor",
            "Zwarte broek met vouw", "Blauwe broek met zakken", "Rode schoenen met hak",
            "Zwarte schoenen voor kantoor", "Witte schoenen met veters", "Rode tas met rits", "Bruine tas met hengsel",
            "Blauwe tas voor het strand", "Rode jurk met bandjes", "Groene jurk met een riem",
            "Zwarte jas met rits", "Groene jas met capuchon", "Blauwe jas met capuchon",
        ])
}
