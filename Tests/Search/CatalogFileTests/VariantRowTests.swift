import ImageTypes
import TestSupport
import Testing
import WireFormat

@testable import CatalogFile

@Suite("Variants in exports of shops")
struct VariantRowTests {
    /// Shopify's header of 2026, without the columns that say nothing here.
    private static let head =
        "Title,URL handle,Description,Vendor,Type,Status,SKU,Option1 name,Option1 value,Option2 name,Option2 value,Price,"
        + "Compare-at price,Product image URL,Image position,Variant image URL\n"

    private func rows(_ text: String) throws -> [AttributeTable.Row] {
        let bytes = Array(text.utf8)
        let whole = try AttributeTable(bytes, path: "t.csv").rows
        // Read one by one, in any order, they are the same.
        var places: [(CatalogTable.Place, String?, RowPictures)] = []
        let table = try CatalogTable(TableText(bytes, path: "t.csv")) { places.append(($0, $1, $2)) }
        for (index, (place, id, pictures)) in places.enumerated().reversed() {
            let row = try table.row(at: place)
            #expect(row == whole[index] && row.id == id && row.pictures == pictures)
        }
        return whole
    }

    private func files(_ row: AttributeTable.Row) -> [String] { row.pictures.all.map(\.file) }

    @Test func `A variant has its options as fields, the texts of its product, and its own picture first`() throws {
        let rows = try rows(
            Self.head
                + "Bag,bag,<p>For <b>books</b></p>,Lumo,Bag,Active,R-S,Color,Red,Size,S,49.00,59.00,1.jpg,1,2.jpg\n"
                + ",bag,,,,,B-S,,Blue,,S,49.00,,2.jpg,2,3.jpg\n" + ",bag,,,,,R-L,,Red,,L,55.00,59.00,3.jpg,3,2.jpg\n"
                + ",bag,,,,,,,,,,,,4.jpg,4,\n"
                + "Hat,hat,Warm,Lumo,Hat,Active,H,Title,Default Title,,,20.00,,5.jpg,1,\n,hat,,,,,,,,,,,,6.jpg,2,\n")
        #expect(rows.map(\.id) == ["bag/Red/S", "bag/Blue/S", "bag/Red/L", "bag/Red/S", "hat", "hat"])
        #expect(
            rows.map(files) == [
                ["2.jpg", "1.jpg", "4.jpg"], ["3.jpg", "1.jpg", "4.jpg"], ["2.jpg", "1.jpg", "4.jpg"], [], ["5.jpg"],
                ["6.jpg"],
            ])
        let blue = rows[1].attributes.mapValues(\.written)
        #expect(blue["Color"] == "Blue" && blue["Size"] == "S" && blue["Title"] == "Bag" && blue["Vendor"] == "Lumo")
        #expect(blue["Description"] == "For books" && blue["item_group_id"] == "bag" && blue["Status"] == "Active")
        // An empty cell of a variant is not that of the first one.
        #expect(blue["Compare-at price"] == nil && blue["Price"] == "49" && blue["SKU"] == "B-S")
        #expect(rows[4].attributes["item_group_id"] == nil && rows[4].attributes["Title"]?.written == "Hat")
        #expect(!rows.contains { $0.attributes.keys.contains { $0.hasPrefix("Option") } })
    }

    @Test func `Options are fields to take and to leave out by their names, and others are named`() throws {
        let text = Self.head + "Bag,bag,,,,,A,Size,S,,,1,,a.jpg,1,\n,bag,,,,,B,,L,,,2,,,,\n"
        func names(_ options: CatalogTable.Options) throws -> Set<String> {
            let table = try CatalogTable(TableText(Array(text.utf8), path: "t.csv"), options: options)
            return Set(table.columns.map(\.name))
        }
        #expect(try names(CatalogTable.Options(taken: ["Title", "Size"])) == ["Title", "Size"])
        let all = try names(CatalogTable.Options())
        #expect(all.isSuperset(of: ["Size", "item_group_id", "SKU"]))
        #expect(try names(CatalogTable.Options(omitted: ["Size", "SKU"])) == all.subtracting(["Size", "SKU"]))
        for options in [CatalogTable.Options(omitted: ["Sizes"]), CatalogTable.Options(taken: ["Title", "Sizes"])] {
            #expect { try names(options) } throws: { "\($0)".contains("no column `Sizes`; did you mean `Size`?") }
        }
    }

    @Test func `Variants in a line of Shopify's interface are rows, with their own picture first`() throws {
        let line = """
            {"id":1,"title":"Bag","handle":"bag","body_html":"<p>For <b>books</b></p>","status":"active","options":\
            [{"name":"Color","values":["Red","Blue"]}],"variants":[{"id":11,"title":"Red","option1":"Red","sku":"R",\
            "price":"49.00","image_id":6},{"id":12,"title":"Blue","option1":"Blue","sku":"B","price":"55.50",\
            "featured_image":{"src":"https://s.test/own.jpg"}},{"id":13,"title":"Gray","option1":"Gray","price":"5"}],\
            "images":[{"id":5,"src":"https://s.test/a.jpg"},{"id":6,"src":"https://s.test/r.jpg"},\
            {"id":7,"src":"https://s.test/g.jpg","variant_ids":[13]}]}
            {"id":2,"title":"Hat","handle":"hat","body_html":"","status":"draft","options":[{"name":"Title"}],"variants":\
            [{"id":21,"title":"Default Title","option1":"Default Title","price":"20.00","sku":"H"}],"images":\
            [{"id":8,"src":"https://s.test/h.jpg"}]}

            """
        let rows = try rows(line)
        #expect(rows.map(\.id) == ["11", "12", "13", "2"])
        #expect(
            rows.map(files) == [
                ["https://s.test/r.jpg", "https://s.test/a.jpg"], ["https://s.test/own.jpg", "https://s.test/a.jpg"],
                ["https://s.test/g.jpg", "https://s.test/a.jpg"], ["https://s.test/h.jpg"],
            ])
        #expect(rows[1].attributes["price"] == .float(55.5) && rows[1].attributes["Color"] == .string("Blue"))
        #expect(
            rows[0...2].allSatisfy { $0.attributes["item_group_id"]?.written == "1" && $0.attributes.title == "Bag" })
        #expect(rows[3].attributes["price"] == .float(20) && rows[3].attributes["item_group_id"] == nil)
        #expect(rows[3].attributes["Title"] == nil && rows[3].attributes["sku"]?.written == "H")
        let table = try CatalogTable(TableText(Array(line.utf8), path: "t"))
        #expect(table.variantCount == 3 && table.productCount == 1 && table.unpublished == [3])
    }

    @Test func `Variants of a ProductGroup are rows with the members of the group that they do not have`() throws {
        let line = """
            {"@context":"https://schema.org/","@type":"ProductGroup","productGroupID":"G","name":"Tote","brand":{"@type":\
            "Brand","name":"Lumo"},"image":"https://s.test/t.jpg","hasVariant":[{"@type":"Product","sku":"T-R","name":\
            "Tote red","color":"red","image":"https://s.test/r.jpg","offers":{"@type":"Offer","price":"49.00",\
            "priceCurrency":"EUR"}},{"@type":"Product","sku":"T-B","color":"blue"}]}
            {"@context":"https://schema.org/","@type":"ProductGroup","sku":"X","name":"Cap","image":"https://s.test/c.jpg",\
            "hasVariant":[{"@id":"https://s.test/#1"}]}

            """
        let rows = try rows(line)
        #expect(rows.map(\.id) == ["T-R", "T-B", "X"])
        #expect(rows.map(files) == [["https://s.test/r.jpg"], ["https://s.test/t.jpg"], ["https://s.test/c.jpg"]])
        #expect(rows.map { $0.attributes.title } == ["Tote red", "Tote", "Cap"])
        #expect(rows[0].attributes["price"] == .float(49) && rows[0].attributes["brand"] == .string("Lumo"))
        #expect(rows[1].attributes["item_group_id"] == .string("G") && rows[1].attributes["color"] == .string("blue"))
    }

    @Test func `A variant without a picture has those of its product`() throws {
        let rows = try rows(
            Self.head + "Bag,bag,,,,,A,Size,S,,,1,,b.jpg,2,\n,bag,,,,,B,,L,,,1,,a.jpg,1,\n"
                + "Cap,cap,,,,,A,Size,S,,,1,,,,\n,cap,,,,,B,,L,,,1,,,,\n")
        #expect(rows.map(\.id) == ["bag/S", "bag/L", "cap", "cap"])
        #expect(rows[0...1].map(files) == [["a.jpg", "b.jpg"], ["a.jpg", "b.jpg"]])
    }

    @Test func `Variants of equal options keep their own ids, and rows that stand apart are told`() throws {
        let twins = Self.head + "Bag,bag,,,,,A,Size,S,,,1,,a.jpg,1,\n,bag,,,,,B,,S,,,2,,,,\n"
        #expect(try rows(twins).map(\.id) == ["bag/S", "bag/S/2"])
        let apart = twins + "Hat,hat,,,,,C,Size,S,,,1,,b.jpg,1,\n,bag,,,,,D,,M,,,1,,,,\n"
        let table = try CatalogTable(TableText(Array(apart.utf8), path: "t"))
        #expect(table.warnings.contains { $0.hasPrefix("the rows of a product do not stand together (line 5)") })
        #expect(try rows(apart).map(\.id) == ["bag", "bag", "hat", "bag"])
    }

    private static let woo =
        "ID,Type,SKU,Name,Published,Short description,Description,Tax status,Regular price,Categories,Images,Parent,"
        + "Attribute 1 name,Attribute 1 value(s)\n"

    @Test func `A variation of WooCommerce has the texts and pictures of its product where it has none`() throws {
        let rows = try rows(
            Self.woo + "44,variable,CB,Bag,1,Fine,Long,taxable,,Bags,\"a.jpg, b.jpg\",,Color,\"Red, Blue\"\n"
                + "45,variation,CB-R,Bag - Red,1,,,taxable,49,,c.jpg,CB,Color,Red\n"
                + "46,variation,,Bag - Blue,1,,Own,taxable,50,,,id:44,Color,Blue\n"
                + "47,simple,KS,Shoe,1,,,taxable,80,Shoes,d.jpg,,,\n48,variation,X,Lost,1,,,taxable,1,,e.jpg,GONE,,\n")
        #expect(rows.map(files) == [["a.jpg", "b.jpg"], ["c.jpg"], ["a.jpg", "b.jpg"], ["d.jpg"], ["e.jpg"]])
        #expect(rows.map { $0.attributes["item_group_id"]?.written } == ["44", "44", "44", nil, nil])
        #expect(rows.map { $0.attributes["Description"]?.written } == ["Long", "Long", "Own", nil, nil])
        #expect(
            rows[1].attributes["Categories"]?.written == "Bags" && rows[1].attributes["Regular price"]?.written == "49")
    }

    @Test func `Magento's variants, which stand before their product, share a field with it`() throws {
        let rows = try rows(
            "sku,attribute_set_code,product_type,name,base_image,additional_attributes,configurable_variations\n"
                + "H-S,Top,simple,Hoodie S,/a.jpg,\"color=Black,size=S\",\nH-M,Top,simple,Hoodie M,/a.jpg,\"color=Black,size=M\",\n"
                + "H,Top,configurable,Hoodie,/a.jpg,,\"sku=H-S,size=S|sku=H-M,size=M\"\nB,Top,simple,Bag,/b.jpg,,\n")
        #expect(rows.map { $0.attributes["item_group_id"]?.written } == ["H", "H", "H", nil])
        #expect(rows[0].attributes["size"]?.written == "S")
    }

    @Test func `Whatever products have, no variant and no picture is lost`() throws {
        var random = SplitMix(seed: 3)
        for _ in 0..<200 {
            var (text, expected, all) = (Self.head, Set<String>(), Set<String>())
            for product in 0..<Int.random(in: 1...5, using: &random) {
                let variants = Int.random(in: 1...4, using: &random)
                let lines = max(variants, Int.random(in: 1...5, using: &random))
                var hasPicture = false
                for line in 0..<lines {
                    let picture = Bool.random(using: &random) ? "p\(product)-\(line).jpg" : ""
                    let own =
                        line < variants && Int.random(in: 0...2, using: &random) == 0 ? "v\(product)-\(line).jpg" : ""
                    hasPicture = hasPicture || !picture.isEmpty || !own.isEmpty
                    all.formUnion([picture, own].filter { !$0.isEmpty })
                    let option = line < variants ? "S\(line)" : ""
                    let start = line == 0 ? "T\(product),h\(product),D,V,Y,Active" : ",h\(product),,,,"
                    text += "\(start),\(option),\(line == 0 ? "Size" : ""),\(option),,,\(option.isEmpty ? "" : "1"),,"
                    text += "\(picture),\(picture.isEmpty ? "" : "\(lines - line)"),\(own)\n"
                }
                for line in 0..<variants {
                    expected.insert(variants > 1 && hasPicture ? "h\(product)/S\(line)" : "h\(product)")
                }
            }
            let rows = try rows(text)
            #expect(Set(rows.compactMap(\.id)) == expected, "\(text)")
            #expect(Set(rows.flatMap(files)) == all, "\(text)")
            for row in rows where row.id?.contains("/") == true {
                #expect(files(row).count == Set(files(row)).count)
            }
        }
    }
}
