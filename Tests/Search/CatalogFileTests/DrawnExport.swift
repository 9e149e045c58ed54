import SearchAPI

@testable import CatalogFile

/// The export of a drawn shop in the form of a platform, with the traps that real ones hold, and the items that it has.
struct DrawnExport {
    enum Platform: CaseIterable { case shopify, shopifyOfToday, wooCommerce, magento, prestaShop, wix, google }

    struct Item: Equatable {
        var title: String
        var pictures: [String]
        var price: Double?
        var isInStock: Bool?
        var option: String?
        var isShown: Bool
    }

    private struct Product {
        var code: String
        var title: String
        var text: String
        var pictures: [String]
        var price: Double
        var sale: Double?
        var stock: Int
        var isShown: Bool
        /// Sizes, each with its own picture or without one.
        var variants: [(size: String, picture: String?)]
    }

    private(set) var text = ""
    private(set) var items: [String: Item] = [:]
    private var random: SplitMix
    private var head: [String] = []
    private var rows: [[String]] = []
    /// The sign before fractions, where cells may have a comma.
    private var decimal = "."

    init(_ platform: Platform, seed: UInt64, products: Int) {
        random = SplitMix(seed: seed)
        let all = (0..<products).map { product($0, platform) }
        switch platform {
        case .shopify, .shopifyOfToday: shopify(all, isOfToday: platform == .shopifyOfToday)
        case .wooCommerce: wooCommerce(all)
        case .magento: magento(all)
        case .prestaShop: prestaShop(all)
        case .wix: wix(all)
        case .google: google(all)
        }
        write()
    }

    private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }

    private mutating func product(_ number: Int, _ platform: Platform) -> Product {
        let titles = [
            "Canvas tote", "27\" screen", "Salt, pepper & more", "Étagère „Lüne“", "1984", "ハンドバッグ",
            "Tee; long-sleeved",
            "Mug (2 pcs.)", "007", "'Quoted'", "=SUM of parts", "N/A",
        ]
        let texts = [
            "", "<p>For <b>books</b> &amp; bread</p>", "Two lines\nof text", "A \"quoted\" word, and a comma", "5 < 6",
            "Long text with more than eight words in it, so that it is prose",
        ]
        let names = ["a", "b c", "x%2Cy", "ü", "1", "main", "v=2&w=3"]
        func address(_ index: Int, _ name: String) -> String { "https://cdn.test/\(number)/\(index)-\(name).jpg" }
        let count = chance(6) ? 0 : Int.random(in: 1...4, using: &random)
        let hasVariants = platform != .prestaShop && platform != .wix && platform != .google && chance(3)
        let variants: [(String, String?)] =
            hasVariants
            ? ["S", "M", "XL"].map { size in
                (size, chance(2) ? "https://cdn.test/\(number)/\(size).jpg" : nil)
            } : []
        let price = Double(Int.random(in: 100...99_999, using: &random)) / 100
        return Product(
            code: chance(5) ? "000\(number)" : "sku-\(number)", title: titles.randomElement(using: &random)!,
            text: texts.randomElement(using: &random)!,
            pictures: (0..<count).map { address($0, names.randomElement(using: &random)!) }, price: price,
            sale: chance(3) ? (price * 80).rounded() / 100 : nil, stock: chance(3) ? 0 : 7, isShown: !chance(6),
            variants: variants)
    }

    private func money(_ value: Double) -> String {
        let cents = Int((value * 100).rounded())
        return "\(cents / 100)\(decimal)\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
    }

    private mutating func shopify(_ products: [Product], isOfToday: Bool) {
        head =
            isOfToday
            ? [
                "Title", "URL handle", "Description", "Status", "SKU", "Option1 name", "Option1 value", "Price",
                "Cost per item", "Product image URL", "Image position", "Variant image URL",
            ]
            : [
                "Title", "Handle", "Body (HTML)", "Status", "Variant SKU", "Option1 Name", "Option1 Value",
                "Variant Price",
                "Cost per item", "Image Src", "Image Position", "Variant Image",
            ]
        for product in products {
            let values = product.variants.isEmpty ? [("Default Title", nil as String?)] : product.variants
            for line in 0..<max(values.count, product.pictures.count) {
                let (isFirst, isVariant) = (line == 0, line < values.count)
                let picture = line < product.pictures.count ? product.pictures[line] : ""
                rows.append([
                    isFirst ? product.title : "", product.code, isFirst ? product.text : "",
                    isFirst ? (product.isShown ? "active" : "draft") : "", isVariant ? "\(product.code)-\(line)" : "",
                    isFirst ? (product.variants.isEmpty ? "Title" : "Size") : "", isVariant ? values[line].0 : "",
                    isVariant ? money(product.price) : "", isVariant ? "1.00" : "", picture,
                    picture.isEmpty ? "" : "\(line + 1)", isVariant ? values[line].1 ?? "" : "",
                ])
            }
            let others = Set(product.variants.compactMap(\.picture))
            for (size, picture) in product.variants {
                items["\(product.code)/\(size)"] = Item(
                    title: product.title,
                    pictures: [picture].compactMap(\.self) + product.pictures.filter { !others.contains($0) },
                    price: product.price, isInStock: nil, option: size, isShown: product.isShown)
            }
            // A product without a picture keeps its handle, and its variants are one item.
            if product.variants.isEmpty || product.pictures.isEmpty && others.isEmpty {
                for (size, _) in product.variants { items["\(product.code)/\(size)"] = nil }
                items[product.code] = Item(
                    title: product.title, pictures: product.pictures, price: product.price, isInStock: nil,
                    option: product.variants.first?.size, isShown: product.isShown)
            }
        }
    }

    private mutating func wooCommerce(_ products: [Product]) {
        let heads = [ForeignHeadTests.english] + ForeignHeadTests.heads.sorted { $0.key < $1.key }.map(\.value)
        head = heads.randomElement(using: &random)!.split(separator: ",").map(String.init)
        decimal = chance(2) ? "," : "."
        let comma = chance(2) ? ", " : ","
        func row(_ product: Product, size: String?, picture: [String], isParent: Bool, number: Int) -> [String] {
            let isVariant = size != nil
            return [
                "\(number)", isVariant ? "variation" : isParent ? "variable" : "simple",
                size.map { "\(product.code)-\($0)" } ?? product.code, product.title, product.isShown ? "1" : "-1",
                isVariant ? "" : product.text, product.stock > 0 ? "1" : "0", "\(product.stock)",
                isParent ? "" : product.sale.map(money) ?? "", isParent ? "" : money(product.price), "Things > Bags",
                "",
                picture.joined(separator: comma), isVariant ? product.code : "", "Size",
                isParent ? "S, M, XL" : size ?? "", "1", "1",
            ]
        }
        var number = 10
        for product in products {
            let isParent = !product.variants.isEmpty
            rows.append(row(product, size: nil, picture: product.pictures, isParent: isParent, number: number))
            items["\(number)"] = Item(
                title: product.title, pictures: product.pictures, price: isParent ? nil : product.sale ?? product.price,
                isInStock: product.stock > 0, option: isParent ? "S|M|XL" : nil, isShown: product.isShown)
            for (size, picture) in product.variants {
                number += 1
                rows.append(
                    row(product, size: size, picture: [picture].compactMap(\.self), isParent: false, number: number))
                items["\(number)"] = Item(
                    title: product.title, pictures: picture.map { [$0] } ?? product.pictures,
                    price: product.sale ?? product.price, isInStock: product.stock > 0, option: size,
                    isShown: product.isShown)
            }
            number += 1
        }
    }

    private mutating func magento(_ products: [Product]) {
        head = [
            "sku", "attribute_set_code", "product_online", "name", "description", "price", "special_price",
            "is_in_stock",
            "qty", "base_image", "additional_images", "additional_attributes", "configurable_variations",
        ]
        for product in products {
            func add(_ code: String, _ size: String?, _ pictures: [String], _ variations: String) {
                rows.append([
                    code, "Default", product.isShown ? "1" : "2", product.title, product.text, money(product.price),
                    product.sale.map(money) ?? "", product.stock > 0 ? "1" : "0", "\(product.stock)",
                    pictures.first ?? "",
                    pictures.dropFirst().joined(separator: ","), size.map { "size=\($0),has_options=0" } ?? "",
                    variations,
                ])
                items[code] = Item(
                    title: product.title, pictures: pictures, price: product.sale ?? product.price,
                    isInStock: product.stock > 0, option: size, isShown: product.isShown)
            }
            for (size, picture) in product.variants {
                add("\(product.code)-\(size)", size, [picture].compactMap(\.self), "")
            }
            add(
                product.code, nil, product.pictures,
                product.variants.map { "sku=\(product.code)-\($0.size),size=\($0.size)" }.joined(separator: "|"))
        }
    }

    private mutating func prestaShop(_ products: [Product]) {
        head = [
            "Product ID", "Active (0/1)", "Name", "Price tax included", "Quantity", "Description",
            "Image URLs (x,y,z...)",
        ]
        for (number, product) in products.enumerated() {
            rows.append([
                "\(number + 1)", product.isShown ? "1" : "0", product.title, money(product.price), "\(product.stock)",
                product.text, product.pictures.joined(separator: ","),
            ])
            items["\(number + 1)"] = Item(
                title: product.title, pictures: product.pictures, price: product.price, isInStock: nil, option: nil,
                isShown: product.isShown)
        }
    }

    private mutating func wix(_ products: [Product]) {
        head = ["handleId", "fieldType", "name", "description", "productImageUrl", "price", "visible", "inventory"]
        for product in products {
            rows.append([
                product.code, "Product", product.title, product.text, product.pictures.joined(separator: ";"),
                money(product.price), product.isShown ? "true" : "false", product.stock > 0 ? "InStock" : "OutOfStock",
            ])
            items[product.code] = Item(
                title: product.title, pictures: product.pictures, price: product.price, isInStock: nil, option: nil,
                isShown: product.isShown)
        }
    }

    private mutating func google(_ products: [Product]) {
        head = [
            "id", "title", "description", "image_link", "additional_image_link", "price", "sale_price", "availability",
            "item_group_id",
        ]
        for product in products {
            rows.append([
                product.code, product.title, product.text, product.pictures.first ?? "",
                product.pictures.dropFirst().joined(separator: ","), "\(money(product.price)) EUR",
                product.sale.map { "\(money($0)) EUR" } ?? "", product.stock > 0 ? "in_stock" : "out_of_stock", "g",
            ])
            items[product.code] = Item(
                title: product.title, pictures: product.pictures, price: product.sale ?? product.price,
                isInStock: product.stock > 0, option: nil, isShown: true)
        }
    }

    /// The table in one of its forms: separators, line ends, a mark of UTF-8, columns in another order, letters of the head, and
    /// columns that say nothing.
    private mutating func write() {
        var order = Array(head.indices)
        if chance(2) { order.shuffle(using: &random) }
        let separator = [",", ";", "\t"].randomElement(using: &random)!
        let end = ["\n", "\r\n"].randomElement(using: &random)!
        let isUpper = chance(4)
        let (more, trailing) = (chance(3), chance(4))
        func cell(_ text: String) -> String {
            let needsQuotes = text.contains { "\"\n\r,;\t".contains($0) || $0 == "\r\n" }
            return needsQuotes ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
        }
        func line(_ cells: [String], isHead: Bool = false) -> String {
            var line = order.map { cell(cells[$0]) }
            if more { line.insert(isHead ? "Internal note" : "", at: 1) }
            if trailing { line.append("") }
            return line.joined(separator: separator) + end
        }
        text = chance(3) ? "\u{FEFF}" : ""
        text += line(isUpper ? head.map { $0.uppercased() } : head, isHead: true)
        for row in rows { text += line(row) }
    }
}
