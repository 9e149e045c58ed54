internal import ContentAPI

extension ContentContract {
    static let relationRules: [Rule] = [
        Rule("relations lead forward and backward, to some instances or to any") { service in
            for (query, wanted) in [
                (stores.related(to: ["p2"], through: "staff"), "s1 s2"),
                (stores.related(to: ["p1", "nobody"], through: "staff"), "s1"),
                (stores.related(to: ["ghost"], through: "staff"), "s2"), (stores.related(through: "boss"), "s1 s2"),
                (stores.related(to: [], through: "boss"), ""),
                (stores.related(to: ["p2"], through: "staff").related(to: ["p1"], through: "boss"), "s1"),
                (ContentQuery("people").related(to: ["s2"], through: "worksAt"), "p2"),
                (ContentQuery("people").related(through: "leads"), "p1 p2"),
                (ContentQuery("people").related(to: ["s1"], through: "leads"), "p1"),
                (ContentQuery().related(to: ["s1"], through: "worksAt"), "p1 p2"),
            ] { try expectEqual(try await ids(service, query), wanted, "\(query.relations)") }
        },
        Rule("populated relations are instances, one level deep; ids that lead nowhere stay") { service in
            let page = try await service.search(stores.ids(["s2"]).populating("staff"))
            let bob = instances[6]
            try expectEqual(page.items.first?.values["staff"], .array([bob.json, "ghost"]), "staff")
            try expectEqual(page.items.first?.values["boss"], "p2", "boss")
            let all = try await service.search(stores.ids(["s2"]).populating()).items.first
            try expectEqual(all?.values["boss"], bob.json, "boss of all")
            let people = try await service.search(ContentQuery("people").ids(["p2"]).populating("worksAt")).items
            let places: JSONValue = .array([instances[0].json, instances[1].json])
            try expectEqual(people.first?.values, ["name": "Bob", "worksAt": places], "backward")
            let ada = try await service.search(ContentQuery("people").ids(["p1"]).populating()).items
            try expectEqual(ada.first?.values["leads"], .array([instances[0].json]), "everything backward")
            let french = ContentQuery("people").ids(["p2"]).populating("leads").localized(in: "fr-CA")
            var mill = instances[1]
            mill.values["title"] = "Moulin"
            let localized = try await service.search(french).items.first
            try expectEqual(localized?.values["leads"], .array([mill.json]), "in a language")
        },
        Rule("fields are the ones that were asked for, of the instance itself") { service in
            let some = stores.ids(["s1"]).returning("area", "staff").populating("staff", "boss")
            let item = try await service.search(some).items.first
            try expectEqual(
                item?.values, ["area": 120, "staff": .array([instances[5].json, instances[6].json])], "some")
            var none = stores.ids(["s1"])
            none.fields = []
            try expectEqual(try await service.search(none).items.first?.values, [:], "none")
            var bare = instances[0]
            bare.values = [:]
            try expectEqual(try await service.search(none).items.first, bare, "everything else")
            try expectEqual(try await service.search(stores.ids(["s1"])).items.first, instances[0], "all")
        },
        Rule("an audience has all of its tags, or any of them; without tags it is everybody") { service in
            let (acme, other) = (ContentTag("brand", value: "acme"), ContentTag("brand", value: "other"))
            for (query, wanted) in [
                (stores.tagged(acme), "s1 s3"), (stores.tagged(acme, other), "s1 s2 s3"),
                (stores.tagged(acme, other, mode: .all), "s3"), (stores.tagged(ContentTag("new")), "s1"),
                (stores.tagged(ContentTag("new", value: "x")), ""), (stores.tagged(ContentTag("brand")), ""),
                (stores.tagged(ContentTag("brand", value: "acme", type: "t", id: "9")), "s1 s3"),
            ] { try expectEqual(try await ids(service, query), wanted, "\(String(describing: query.audience))") }
            var everybody = stores
            everybody.audience = ContentQuery.Audience([], mode: .all)
            try expectEqual(try await ids(service, everybody), "s1 s2 s3 s4 s5", "nobody")
        },
    ]

    static let pageRules: [Rule] = [
        Rule("the order has several keys, missing values come last, equal ones by creation and id") { service in
            for (query, wanted) in [
                (stores, "s1 s2 s3 s4 s5"), (stores.sorted(by: Field("area")), "s5 s2 s3 s1 s4"),
                (stores.sorted(by: Field("area"), .descending), "s1 s2 s3 s5 s4"),
                (stores.sorted(by: Field("area")).sorted(by: .contentName, .descending), "s5 s2 s3 s1 s4"),
                (stores.sorted(by: .contentName), "s3 s1 s2 s4 s5"),
                (stores.sorted(by: .createdAt, .descending), "s4 s5 s3 s2 s1"),
                (stores.sorted(by: .updatedAt), "s1 s2 s3 s4 s5"), (stores.sorted(by: Field("open")), "s2 s1 s3 s4 s5"),
                (stores.sorted(by: Field("since"), .descending), "s2 s1 s3 s4 s5"),
                (stores.sorted(by: Field("sells")), "s3 s1 s2 s4 s5"),
                (stores.sorted(by: Field("notes")), "s1 s4 s2 s3 s5"),
            ] { try expectEqual(try await ids(service, query), wanted, "\(query.order)") }
        },
        Rule("pages are parts of the list, and one behind its end is empty") { service in
            for (page, limit, wanted) in [
                (1, 2, "s1 s2"), (2, 2, "s3 s4"), (3, 2, "s5"), (4, 2, ""), (1, 1000, "s1 s2 s3 s4 s5"),
                (.max, 1000, ""),
            ] {
                let found = try await service.search(stores.page(page, limit: limit))
                try expectEqual(found.items.map(\.id).joined(separator: " "), wanted, "page \(page)")
                try expectEqual([found.page, found.limit, found.total], [page, limit, 5], "numbers of page \(page)")
            }
            let all = try await service.search(stores.everything())
            try expectEqual([all.page, all.limit, all.total, all.items.count], [1, 5, 5, 5], "everything")
            let none = try await service.search(stores.ids([]).everything())
            try expectEqual([none.page, none.limit, none.total, none.items.count], [1, 0, 0, 0], "nothing")
            let plain = try await service.search(ContentQuery())
            try expectEqual([plain.page, plain.limit, plain.total], [1, 10, 7], "the standard page")
        },
        Rule("modules have two names, and none of them means all") { service in
            for (query, wanted) in [
                (ContentQuery("570000000000000000000001"), "s1 s2 s3 s4 s5"), (ContentQuery("people"), "p1 p2"),
                (ContentQuery("people", "570000000000000000000001"), "p1 p2 s1 s2 s3 s4 s5"),
                (ContentQuery(), "p1 p2 s1 s2 s3 s4 s5"), (ContentQuery().where(Field("age") > 1), "p1"),
                (ContentQuery().where(Field("age") != 36 && Field("area") != 120), "p2 s2 s3 s4 s5"),
            ] { try expectEqual(try await ids(service, query), wanted, "\(query.modules)") }
        },
        Rule("a sequence has each instance once, and typed values decode") { service in
            struct Person: Codable, Equatable {
                var name: String
                var age: Int?
            }
            struct Store: Codable {
                var area: Double?
                var boss: String?
            }
            var seen: [String] = []
            for try await item in service.instances(stores.sorted(by: .contentName), portion: 2) {
                seen.append(item.id)
            }
            try expectEqual(seen.joined(separator: " "), "s3 s1 s2 s4 s5", "sequence")
            let people = try await service.search(ContentQuery("people"), as: Person.self)
            try expectEqual(
                people.items.map(\.values), [Person(name: "Ada", age: 36), Person(name: "Bob")], "typed values")
            let page = try await service.search(stores.populating("staff").page(1, limit: 1), as: Store.self)
            try expectEqual(page.items.map(\.values.area), [120], "typed page")
        },
    ]

    static let hostileRules: [Rule] = [
        Rule("names that are not there are errors that name the nearest") { service in
            var fields = stores
            fields.fields = ["aera"]
            for (query, wanted) in [
                (stores.where(Field("aera") == 1), "area"), (stores.where(!(Field("nots").isPresent)), "notes"),
                (stores.where(Field("@createdAd").isPresent), "createdAt"), (stores.sorted(by: Field("aera")), "area"),
                (stores.related(through: "stuff"), "staff"), (stores.populating("bos"), "boss"), (fields, "area"),
                (ContentQuery("store"), "stores"), (stores.where(Field("age") == 1), "age"),
            ] {
                let text = try await fault(service, query)
                try SearchContract.expect(text.contains(wanted), "\(text) does not name \(wanted)")
            }
        },
        Rule("numbers out of their range, and patterns of few letters, are errors") { service in
            for query in [
                stores.page(0), stores.page(-1), stores.page(.min), stores.page(1, limit: 0),
                stores.page(1, limit: 1001), stores.cached(seconds: -1), stores.cached(seconds: 86_401),
                stores.where(Field("title").contains("ab")), stores.where(Field("title").isLike("%a_b%")),
                stores.where(.not(Field("title").isLike("%%%%"))),
            ] { _ = try await fault(service, query) }
            try await expect(service, Field("title").contains("ühl"), "s2")
        },
        Rule("quotes and control characters are letters like others") { service in
            for text in ["' OR 1=1 --", "\"; DROP TABLE x", "\u{0}\u{0}\u{0}", "\u{10FFFF}xy", "s1\u{0}", "%%%abc"] {
                try await expect(service, Field.contentName == .string(text), "")
                try await expect(service, Field("title").contains(text), "")
                try await expect(service, Field("notes").isOne(of: .string(text)), "")
                try expectEqual(try await ids(service, stores.ids([text])), "", "an odd id")
                try expectEqual(try await ids(service, stores.tagged(ContentTag(text))), "", "an odd tag")
                try expectEqual(try await ids(service, stores.related(to: [text], through: "boss")), "", "a relation")
            }
        },
        Rule("long lists and broad conditions end") { service in
            let many = (0..<9000).map { AttributeValue.string("x\($0)") }
            try await expect(service, Field.contentName.isOne(of: many), "")
            try await expect(service, .or((0..<500).map { Field("area") == .int($0) }), "s1")
            try expectEqual(try await ids(service, stores.ids((0..<9000).map { "s\($0)" })), "s1 s2 s3 s4 s5", "ids")
        },
    ]
}
