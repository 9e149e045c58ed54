import CatalogFile
import Foundation
import SearchAPI
import Tokenizers
import WireFormat

extension FuzzTarget {
    /// JSON, tables, conditions, rules and tokenizers.
    static let texts = [
        FuzzTarget("json", #"{"a":[1,-2.5e3,null,true,"\u00e9\ud83d\ude00"],"b":{"":"x"}}"#, "[]", #""\n""#) { bytes in
            guard let value = try? JSONValue(parsing: bytes) else { return false }
            let again = try? JSONValue(parsing: value.encoded)
            precondition(again == value, "written, it is read as another value: \(value.encodedText)")
            return true
        },
        FuzzTarget(
            "table", "file,id,price\na.jpg,a,1.50\n\"b,1.jpg\",b,\"2\"\"\n\"\n", "id;name\r\n1;\u{e4}\r\n",
            "<rss><item><g:id k=\">\">1</g:id><a><b>x&amp;<![CDATA[<]]></b></a><l href='/'/></item><!-- --></rss>",
            "\u{feff}{\"file\":\"a.jpg\",\"price\":2}\n{\"file\":\"b.jpg\",\"tags\":[\"x\",\"y\"]}\n",
            "[{\"id\":\"a\",\"file\":\"a.jpg\"},\n{\"sku\":\"b\",\"brand\":{\"name\":\"x\"},\"offers\":{\"price\":\"5\"}}]",
            "id\tprice\na\t1.234,50\n", "id\ttitle\timage\n1\t\"x\" y\ta\n2\t\"z\tb\n3\tw \"v\"\tc\n",
            "id,images,tags,Body\n1,\"a.jpg, https://x/b.jpg;c.png\",\"x, y\",\"<p title='>'>a &amp; <b>b</b><!-- c --></p>\"\n",
            "id,price,sale_price,availability,sale_price_effective_date\n1,€ 5,€ 4,in_stock,2020-01-01T00:00Z/2999-01-01\n",
            "sku,attribute_set_code,base_image,categories,additional_attributes\n1,x,/a.jpg,\"a/b,c\",\"d=1,e=2|3\"\n"
        ) { bytes in
            guard let table = try? AttributeTable(bytes, path: "catalog") else { return false }
            // Objects of an array may share a line, and products of a feed.
            let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
            let isArray = text.first { !" \t\r\n".utf8.contains($0) }.map { "[<".utf8.contains($0) } ?? false
            let lines = Set(table.rows.map(\.line)).count
            precondition(isArray || lines == table.rows.count, "two rows begin at the same line")
            return true
        },
        FuzzTarget(
            "filter", "(brand:acme or brand:\"a|b\") and not price:>50", "price:10,50", "tags:a|b", "!color:*",
            "title~jacket", "added:2024-05-31,", "new:true", "brand:a\\|b"
        ) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            _ = Filter.doubt(aboutFQ: text, fields: fields)
            let filters = [
                try? Filter(expression: text, fields: fields), try? Filter(fq: text, fields: fields),
                try? Filter(fq: text, fields: fields, isLenient: true),
            ].compactMap(\.self)
            for filter in filters {
                guard let json = try? JSONEncoder().encode(filter) else { continue }
                precondition((try? JSONDecoder().decode(Filter.self, from: json)) == filter, "\(text): \(filter)")
            }
            return !filters.isEmpty
        },
        FuzzTarget(
            "rules",
            #"{"rules":[{"name":"a","when":{"words":{"match":"contains","phrases":["bag"]},"categories":["Bags"]},"#
                + #""then":{"pins":[{"id":"x","place":1}],"boosts":[{"filter":"brand:acme","weight":0.5}]}}]}"#,
            #"[{"name":"b","priority":1,"then":{"hide":{"ids":["x"]},"redirect":"/a","synonyms":["a, b => c"]}}]"#
        ) { bytes in
            guard let rules = try? RuleFile.rules(in: bytes), let json = try? JSONEncoder().encode(rules) else {
                return false
            }
            precondition((try? RuleFile.rules(in: [UInt8](json))) == rules, "written, they are other rules")
            return true
        },
        FuzzTarget(
            "tokenizer",
            #"{"version":"1.0","normalizer":{"type":"NFKC"},"pre_tokenizer":{"type":"Whitespace"},"model":"#
                + #"{"type":"BPE","vocab":{"a":0,"b":1,"ab":2},"merges":["a b"]}}"#,
            #"{"model":{"type":"Unigram","unk_id":0,"vocab":[["<unk>",0],["a",-1.5],["b",-2]]}}"#,
            #"{"truncation":{"max_length":4,"strategy":"LongestFirst","stride":0,"direction":"Right"},"model":"#
                + ##"{"type":"WordPiece","unk_token":"u","vocab":{"u":0,"a":1,"#b":2},"max_input_chars_per_word":9,"##
                + ##""continuing_subword_prefix":"#"}}"##
        ) { bytes in
            guard let tokenizer = try? Tokenizer(json: bytes) else { return false }
            for text in ["", "ab ba", "A\u{301}b\u{0}\u{1F600}", String(repeating: "ab", count: 200)] {
                guard let encoded = try? tokenizer.encode(text, maxLength: 16) else { continue }
                precondition(encoded.ids.count <= 16, "\(encoded.ids.count) ids")
            }
            return true
        },
    ]

    static let fields: [String: AttributeType] = [
        "brand": .string, "title": .text, "price": .float, "count": .int, "new": .bool, "tags": .list, "added": .date,
        "color": .string,
    ]
}
