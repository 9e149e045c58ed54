import SearchAPI
import TestSupport
import Testing

@testable import CatalogFile

@Suite("Heads of tables in other languages")
struct ForeignHeadTests {
    static let english =
        "ID,Type,SKU,Name,Published,Description,In stock?,Stock,Sale price,Regular price,Categories,Tags,Images,Parent,"
        + "Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global"
    /// As WooCommerce writes them, in the order of the English names.
    static let heads = [
        "de":
            "ID,Typ,Artikelnummer,Name,Veröffentlicht,Beschreibung,Vorrätig?,Lager,Angebotspreis,Regulärer Preis,Kategorien,"
            + "Schlagwörter,Bilder,Übergeordnetes Produkt,Attribut 1 Name,Attribut 1 Wert(e),Attribut 1 Sichtbar,"
            + "Attribut 1 Global",
        "es":
            "ID,Tipo,SKU,Nombre,Publicado,Descripción,¿Existencias?,Inventario,Precio rebajado,Precio normal,Categorías,"
            + "Etiquetas,Imágenes,Superior,Nombre del atributo 1,Valor(es) del atributo 1,Atributo visible 1,"
            + "Atributo global 1",
        "fr":
            "ID,Type,UGS,Nom,Publié,Description,En stock\u{A0}?,Stock,Tarif promo,Tarif régulier,Catégories,Étiquettes,"
            + "Images,Parent,Nom de l’attribut 1,Valeur(s) de l’attribut 1,Attribut 1 visible,Attribut 1 global",
    ]
    private static let rows = """
        1,variable,HOOD,Hoodie,1,<p>Warm</p>,1,,,,"Clothes > Hoodies","soft, gray","https://s.test/a.jpg, https://s.test/b.jpg",,Farbe,"Red, Blue",1,1
        2,variation,HOOD-R,Hoodie Red,1,,1,3,30,40,,,https://s.test/r.jpg,HOOD,Farbe,Red,1,1
        3,variation,HOOD-B,Hoodie Blue,1,,0,0,,45,,,,HOOD,Farbe,Blue,1,1
        4,simple,CAP,Cap,-1,Thin,1,1,,12,Clothes,,https://s.test/c.jpg,,,,,

        """

    private func table(_ head: String, _ options: CatalogTable.Options = .init()) throws -> CatalogTable {
        try CatalogTable(TableText(Array((head + "\n" + Self.rows).utf8), path: "t.csv"), options: options)
    }

    private func rows(_ table: CatalogTable) throws -> [AttributeTable.Row] {
        var rows: [AttributeTable.Row] = []
        try table.eachRow { rows.append($0) }
        return rows
    }

    @Test(arguments: ["de", "es", "fr"])
    func `An export of WooCommerce has the items of its English form`(language: String) throws {
        let head = try #require(Self.heads[language])
        let (foreign, english) = (try table(head), try table(Self.english))
        #expect(foreign.kind == .wooCommerce && foreign.unpublished == english.unpublished)
        #expect(foreign.unpublished == [3] && foreign.variantCount == 2 && foreign.productCount == 1)
        let names = Dictionary(
            uniqueKeysWithValues: zip(
                head.split(separator: ",").map(String.init), Self.english.split(separator: ",").map(String.init)))
        let translated = try rows(foreign).map { row in
            var row = row
            row.attributes = Dictionary(
                uniqueKeysWithValues: row.attributes.map { (names[$0.key] ?? $0.key, $0.value) })
            return row
        }
        #expect(translated == (try rows(english)))
        let hoodie = try rows(foreign)[1].attributes
        #expect(hoodie["price"] == .float(30) && hoodie["in_stock"] == .bool(true) && hoodie["Farbe"]?.written == "Red")
    }

    @Test func `With --feed none a table is read as its columns are`() throws {
        var options = CatalogTable.Options()
        options.feed = .plain
        let table = try table(Self.english, options)
        #expect(table.kind == nil && table.unpublished.isEmpty && table.variantCount == 0)
        options.feed = .kind(.wooCommerce)
        let short = try CatalogTable(
            TableText(Array("ID,SKU,Published,Images\n1,A,0,a.jpg\n2,B,1,b.jpg\n".utf8), path: "t"), options: options)
        #expect(short.kind == .wooCommerce && short.unpublished == [0])
    }

    @Test func `Names in other languages have the meaning of the English ones, with their numbers`() {
        #expect(FieldName.plain("Artikel-Nr") == "sku" && FieldName.plain("GRÖSSE") == "grösse")
        #expect(FieldName.plain("Bild 2") == "image_2" && FieldName.plain("Imagen12") == "image_12")
        #expect(FieldName.plain("Product Category") == "product_category" && FieldName.plain("Preis 2") == "preis_2")
        #expect(FieldRole.price.fields(among: ["Preis", "Titel", "Farbe"]) == ["Preis"])
        #expect(FieldRole.title.fields(among: ["Preis", "商品名", "Farbe"]) == ["商品名"])
    }

    @Test func `Each name in another language stands for one English name, and none for an English one`() {
        var seen: Set<String> = []
        for (english, others) in FieldName.others {
            for other in others {
                #expect(seen.insert(other).inserted, "\(other)")
                #expect(FieldName.plain(other) == english || other.contains("#"), "\(other)")
            }
        }
        #expect(seen.isDisjoint(with: FieldName.others.map(\.key)))
    }
}
