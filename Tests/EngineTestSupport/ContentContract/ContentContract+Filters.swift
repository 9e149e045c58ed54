internal import ContentAPI
internal import Foundation

extension ContentContract {
    static let comparisonRules: [Rule] = [
        Rule("numbers compare as numbers, whole ones with fractions") { service in
            for (filter, wanted) in [
                (Field("area") == 80.5, "s2 s3"), (Field("area") == 120.0, "s1"), (Field("area") < 80.5, "s5"),
                (Field("area") <= 80.5, "s2 s3 s5"), (Field("area") > 80, "s1 s2 s3"), (Field("area") >= 120, "s1"),
                (Field("area").isBetween(-3, 80.5), "s2 s3 s5"), (Field("area").isOne(of: 120, -3.0), "s1 s5"),
                (Field("area") == "120", ""), (Field("area") < "9", ""),
            ] { try await expect(service, filter, wanted) }
        },
        Rule("a comparison with a missing value is false, and its negation true") { service in
            for (filter, wanted) in [
                (.differs("area", 120), "s2 s3 s5"), (Field("area") != 120, "s2 s3 s4 s5"),
                (.differsFromAll("area", [120, -3]), "s2 s3"), (Field("area").isNone(of: 120, -3), "s2 s3 s4"),
                (Field("area") == nil, "s4"), (Field("area") != nil, "s1 s2 s3 s5"), (!(Field("area") > 0), "s4 s5"),
                (Field("plan").isPresent, "s3"), (Field("staff").isPresent, "s1 s2"),
                (Field("notes").isPresent, "s1 s2 s4"), (Field("boss").isMissing, "s3 s4 s5"),
            ] as [(Filter, String)] { try await expect(service, filter, wanted) }
        },
        Rule("texts compare as a whole, with their case, which patterns ignore") { service in
            for (filter, wanted) in [
                (Field.contentName == "Mill", "s2"), (Field.contentName == "mill", ""),
                (Field.contentName < "Z", "s1 s2 s4"), (Field.contentName > "Zo", "s3 s5"),
                (Field.contentName == "cafe\u{301}", "s3"), (Field.contentName.isLike("HARB%"), "s1"),
                (Field.contentName.isLike("_arb_r"), "s1"), (Field.contentName.isLike("arbor"), ""),
                (Field("title").contains("50%"), "s3"), (Field("title").isLike(#"%é 5_\%"#), "s3"),
                (Field("notes").contains("A_B"), "s1"), (Field("notes").contains("axb"), ""),
                (Field("about").contains(#""quotes""#), "s5"), (Field.createdBy == "eva", "s1"),
                (Field("area").isLike("%80.5%"), ""),
            ] { try await expect(service, filter, wanted) }
        },
        Rule("flags, moments and members of all content compare with their kind") { service in
            let may = 1_588_291_200.0
            for (filter, wanted) in [
                (Field("open") == true, "s1"), (Field("open") == "false", "s2"), (Field("open") != true, "s2 s3 s4 s5"),
                (.differs("open", true), "s2"), (Field("open") == 1, ""),
                (Field("since") == .date(Date(timeIntervalSince1970: may)), "s1"),
                (Field("since") > .date(Date(timeIntervalSince1970: may)), "s2"),
                (Field("since") == "2020-05-01T00:00:00Z", ""),
                (Field.createdAt > .date(Date(timeIntervalSince1970: 3)), "s4 s5"), (Field.removedAt.isPresent, "s2"),
                (.isPublished(at: Date(timeIntervalSince1970: 2.5)), "s1 s2"),
                (.isPublished(at: Date(timeIntervalSince1970: 3)), "s1"),
                (.isExpired(at: Date(timeIntervalSince1970: 3)), "s2"),
                (.isDraft && Field.deletedAt.isMissing, "s4 s5"),
                (Field.contentModule == "stores", "s1 s2 s3 s4 s5"), (Field.contentID > "s3", "s4 s5"),
            ] as [(Filter, String)] { try await expect(service, filter, wanted) }
        },
        Rule("a list holds a condition when one of its elements does") { service in
            for (filter, wanted) in [
                (Field("sells") == "hats", "s1"), (.differs("sells", "shoes"), "s3"), (Field("sells") > "i", "s1 s2"),
                (Field("sells").isOne(of: "hats", "Hats"), "s1 s3"), (Field("notes") == 7, "s1"),
                (Field("notes") == "7", "s1"), (Field("notes") == true, "s1"), (Field("notes") == 1.5, "s4"),
                (Field("notes") < 9, ""), (.differs("notes", "Z"), "s1 s2"), (Field("staff") == "ghost", "s2"),
                (Field("sells").isBetween("I", "s"), "s1"), (Field("sells").isBetween("i", "s"), ""),
                (Field("boss") == "p1", "s1"), (Field("plan") == "x", ""),
            ] as [(Filter, String)] { try await expect(service, filter, wanted) }
        },
        Rule("conditions join with and, or and not, to any depth") { service in
            var deep = Field("area") == 120
            for _ in 0..<25 { deep = .not(.not(deep)) }
            for (filter, wanted) in [
                (deep, "s1"), (.or([]), ""), (.and([]), "s1 s2 s3 s4 s5"), (.not(.all), ""),
                ((Field("area") == 120 || Field("open") == false) && Field("sells") == "shoes", "s1 s2"),
                (!(Field("area") == 120 || Field("area") == 80.5), "s4 s5"),
                (Field.contentName == "Mill" || Field("area") == -3, "s2 s5"),
            ] as [(Filter, String)] { try await expect(service, filter, wanted) }
        },
    ]

    static let languageRules: [Rule] = [
        Rule("a language falls back to its parents, then to the default of the module") { service in
            for (locale, wanted) in [
                ("en-GB", "Harbour store||Café 50%|"), ("en-US", "Harbor store||Café 50%|"),
                ("de-AT", "Hafenladen|Mühle|Café 50%|Hof"), ("fr-CA", "Harbor store|Moulin|Café 50%|"),
                ("fr", "Harbor store||Café 50%|"),
            ] {
                let items = try await service.search(stores.localized(in: locale)).items.filter { $0.id != "s5" }
                let titles = items.map { $0.values["title"]?.text ?? "" }.joined(separator: "|")
                try expectEqual(titles, wanted, "titles in \(locale)")
            }
            let plain = try await service.search(stores.ids(["s2"])).items
            try expectEqual(plain.first?.values["title"], ["de": "Mühle", "fr-CA": "Moulin"], "all translations")
        },
        Rule("conditions are about the value in the language, or about any translation") { service in
            for (filter, locale, wanted) in [
                (Field("title") == "Hafenladen", nil, "s1"), (Field("title") == "Hafenladen", "de", "s1"),
                (Field("title") == "Hafenladen", "en", ""), (Field("title").isPresent, "fr-CA", "s1 s2 s3"),
                (Field("title").isMissing, "en", "s2 s4 s5"), (Field("title") == "Café 50%", "sv", "s3"),
                (.differs("title", "Mühle"), nil, "s1 s2 s3 s4"), (.differs("title", "Mühle"), "de", "s1 s3 s4"),
                (Field("about").isPresent, "de", "s5"),
            ] as [(Filter, String?, String)] { try await expect(service, filter, wanted, locale: locale) }
        },
        Rule("translations are sorted by the language, or by the default, or by the first") { service in
            let order = stores.sorted(by: Field("title"))
            try expectEqual(try await ids(service, order), "s3 s1 s4 s2 s5", "order without a language")
            try expectEqual(try await ids(service, order.localized(in: "de")), "s3 s1 s4 s2 s5", "order in German")
            try expectEqual(try await ids(service, order.localized(in: "en")), "s3 s1 s2 s4 s5", "order in English")
        },
    ]
}
