import Foundation
import TestSupport
import Testing

@testable import magpie

/// Exports drawn at random: products that share pictures, list several, lack some, in the forms that shops write.
@Suite("Exports of random shops", .timeLimit(.minutes(30)))
struct ExportDrawTests {
    static let count = Effort.inputs(12, of: 300)

    private struct Product {
        var id: String
        /// Names in the pool; those that begin with `gone` are not there.
        var pictures: [String]
        /// The shop does not show it.
        var isHidden = false

        var present: [String] {
            var seen: Set<String> = []
            return pictures.filter { !$0.hasPrefix("gone") && seen.insert($0).inserted }
        }
    }

    private enum Form: CaseIterable {
        case commas, semicolons, tabs, lines, array
    }

    private enum Names: CaseIterable {
        case plain, addresses, serverPaths
    }

    /// The columns of ids, of files, and of a flag by which the shop shows a product.
    private static let heads: [(id: String, file: String, flag: String?)] = [
        ("id", "image", nil), ("sku", "base_image", nil), ("Product ID", "Images", nil), ("Handle", "Image Src", nil),
        ("item_sku", "main_image_url", nil), ("handleId", "productImageUrl", nil), ("ID", "image_link", nil),
        ("Product ID", "Image URLs (x,y,z...)", "Active"), ("handleId", "productImageUrl", "visible"),
    ]

    /// A file with the products, and its extension.
    private static func export(
        _ products: [Product], _ form: Form, _ names: Names, _ head: (id: String, file: String, flag: String?),
        _ numbers: inout SplitMix
    ) -> (text: String, name: String) {
        func name(_ picture: String) -> String {
            switch names {
            case .plain: "in/" + picture
            case .addresses: "https://cdn.example/shop/\(picture)?v=\(picture.count)"
            case .serverPaths: "/" + picture
            }
        }
        let isJSON = form == .lines || form == .array
        if isJSON {
            let lines = products.map { product in
                let files = product.pictures.map { "\"\(name($0))\"" }.joined(separator: ",")
                let flag = head.flag.map { #","\#($0)":"\#(Self.flag($0, product))""# } ?? ""
                return #"{"\#(head.id)":"\#(product.id)","\#(head.file)":[\#(files)],"title":"a \"b\" [c]"\#(flag)}"#
            }
            return form == .lines
                ? (lines.joined(separator: "\n"), "rows.jsonl")
                : ("[\n" + lines.joined(separator: ",\n") + "\n]", "rows.json")
        }
        let separator = form == .commas ? "," : form == .semicolons ? ";" : "\t"
        let signs = [",", ", ", ";", "|", "\n"].filter { form != .tabs || $0 != "\n" }
        let sign = signs.randomElement(using: &numbers)!
        let columns = [head.id, "title", head.file] + [head.flag].compactMap(\.self)
        var text = columns.joined(separator: separator) + "\n"
        for product in products {
            let files = product.pictures.map(name).joined(separator: sign)
            let needsQuotes = files.contains(separator) || files.contains("\n")
            let title = Bool.random(using: &numbers) ? "Nice 27\" thing" : "Nice thing"
            let cells = [product.id, title, needsQuotes ? "\"\(files)\"" : files]
            let flag = head.flag.map { [Self.flag($0, product)] } ?? []
            text += (cells + flag).joined(separator: separator) + "\n"
        }
        return (text, "rows.csv")
    }

    private static func flag(_ name: String, _ product: Product) -> String {
        name == "Active" ? (product.isHidden ? "0" : "1") : (product.isHidden ? "false" : "TRUE")
    }

    @Test func `No product and no picture is lost without a word, in any form and order`() throws {
        for draw in 0..<Self.count {
            let seed = UInt64(draw) &* 7919 &+ 11
            var numbers = SplitMix(seed: seed)
            let place = try Workplace()
            let pool = (0..<6).map { "\(["a", "b/c", "d"][$0 % 3])/p\($0).jpg" }
            for (index, file) in pool.enumerated() { try place.write(try picture(seed: index), to: "in/" + file) }
            let products = (0..<Int.random(in: 3...9, using: &numbers)).map { number in
                Product(
                    id: "P\(number)",
                    pictures: (0..<Int.random(in: 1...3, using: &numbers)).map { _ in
                        Int.random(in: 0..<5, using: &numbers) == 0
                            ? "gone-\(Int.random(in: 0..<9, using: &numbers)).jpg"
                            : pool.randomElement(using: &numbers)!
                    }, isHidden: number % 3 == 2)
            }
            let form = Form.allCases.randomElement(using: &numbers)!
            let names = Names.allCases.randomElement(using: &numbers)!
            let head = Self.heads.randomElement(using: &numbers)!
            let shown = products.filter { head.flag == nil || !$0.isHidden }
            let expected = Dictionary(
                uniqueKeysWithValues: shown.filter { !$0.present.isEmpty }.map { ($0.id, $0.present) })
            if expected.isEmpty { continue }
            // No item of a picture that hidden products alone have, under any id.
            let secret = Set(products.flatMap(\.present)).subtracting(shown.flatMap(\.present))
            for order in [products, products.shuffled(using: &numbers)] {
                let (text, file) = Self.export(order, form, names, head, &numbers)
                try place.write(Array(text.utf8), to: file)
                let ended = try place.magpie("index", "in", "--catalog", file, "--no-learning")
                let what = "seed \(seed), \(form), \(names), \(head): \(text)\n\(ended)"
                #expect(ended.code == 0, "\(what)")
                #expect(
                    ended.text.contains("\(expected.count) of \(Numbers.plural(products.count, "row")) used"), "\(what)"
                )
                var found: [String: [String]] = [:]
                for line in try place.magpie("store", "export").json()
                where expected[line.itemID] != nil || line["attributes"] != nil {
                    let all = [line] + (line["pictures"] as? [[String: Any]] ?? [])
                    #expect(!secret.contains(String((line["source"] as? String ?? "").dropFirst(3))), "\(what)")
                    guard line.itemID.hasPrefix("P") else { continue }
                    found[line.itemID] = all.map { String(($0["source"] as? String ?? "").dropFirst(3)) }
                }
                #expect(found == expected, "\(what)")
            }
            #expect(try place.magpie("store", "check").code == 0)
        }
    }
}
