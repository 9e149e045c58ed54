import Imaging
import PictureTestSupport
import SearchAPI

extension SearchContract {
    private typealias Kind = ContractScene.Kind
    private static let picture = ImageInput.pixels(ContractScene.picture)
    private static let everything = SearchRequest(.init(), scope: .all)
    private static let blank = ImageInput.pixels(Pictures.solid(200, 160, RGB(hex: "#e0e0dc")!))

    static let thingRules: [Rule] = [
        Rule("every object in a picture is found, and what looks like it comes first") { service in
            _ = try await service.insert(ContractScene.entries)
            let answer = try await service.discover(DiscoverRequest(picture, each: everything))
            try expectEqual(answer.uprightSize, ContractScene.size, "size")
            for kind in Kind.allCases {
                let found = try thing(kind, in: answer)
                try expect(!found.object.isWholePicture, "an object is taken for the whole picture")
                try expect((found.answer.hits.first?.id ?? "").hasPrefix(kind.rawValue), "first hit of \(kind)")
                try expectEqual(found.answer.total, 6, "total")
                try expectEqual(found.answer.hits.count, 6, "hits")
            }
            let scores = answer.objects.map(\.object.score)
            try expectEqual(scores, scores.sorted(by: >), "order")
            try expect(scores.allSatisfy((0...1).contains), "scores \(scores)")
        },
        Rule("at most as many objects as asked for are found, the best of them") { service in
            _ = try await service.insert(ContractScene.entries)
            let all = try await service.discover(DiscoverRequest(picture))
            let two = try await service.discover(DiscoverRequest(picture, detection: Detection(limit: 2)))
            try expectEqual(two.objects.map(\.object.box), all.objects.prefix(2).map(\.object.box), "boxes")
        },
        Rule("an object is of the type of the items that look like it, and the types are listed") { service in
            try expectEqual(try await service.productTypes(), [], "types of nothing")
            _ = try await service.insert(ContractScene.entries)
            let answer = try await service.discover(DiscoverRequest(picture))
            for kind in Kind.allCases {
                let object = try thing(kind, in: answer).object
                try expectEqual(object.type, kind.rawValue, "type")
                try expect((0.5...1).contains(object.typeConfidence), "confidence \(object.typeConfidence)")
                try expectEqual(object.attributes["shape"], ["plain \(kind.rawValue)"], "attributes")
            }
            let types = try await service.productTypes()
            try expectEqual(types.map(\.name), ["ball", "crate", "tent"], "types")
            for type in types { try expectEqual(type.attributes["brand"], ["Alder", "Norda"], "brands") }
            _ = try await service.remove(["tent-0", "tent-1"])
            try expectEqual(try await service.productTypes().map(\.name), ["ball", "crate"], "types after a removal")
        },
        Rule("only objects of the type asked for are found; an unknown type finds the whole picture") { service in
            _ = try await service.insert(ContractScene.entries)
            for kind in Kind.allCases {
                let request = DiscoverRequest(picture, detection: Detection(type: kind.rawValue))
                let answer = try await service.discover(request)
                _ = try thing(kind, in: answer)
                try expectEqual(Set(answer.objects.map(\.object.type)), [kind.rawValue], "types")
            }
            let nothing = try await service.discover(DiscoverRequest(picture, detection: Detection(type: "boat")))
            try expectEqual(nothing.objects.map(\.object.isWholePicture), [true], "flags")
            try expectEqual(nothing.objects.map(\.object.box), [Box(covering: ContractScene.size)], "box")
            var request = SearchRequest(.init(example: .image(picture)), scope: .all)
            let plain = try await service.search(request)
            request.detection = Detection(type: "boat")
            try expectEqual(try await service.search(request).hits, plain.hits, "hits with an unknown type")
        },
        Rule("a type that items have and no object is of finds no objects, and names the others") { service in
            _ = try await service.insert(ContractScene.entries)
            let boat = Pictures.draw(200, 160) { x, y in (x + y) % 10 < 5 ? (150, 20, 190) : (240, 220, 30) }
            _ = try await service.insert([
                Entry(Item(id: "boat", attributes: ["category": .string("boat")]), image: .pixels(boat))
            ])
            let answer = try await service.discover(DiscoverRequest(picture, detection: Detection(type: "boats")))
            try expectEqual(answer.objects, [], "objects")
            try expectEqual(Set(answer.others.map(\.type)), ["ball", "crate", "tent"], "types of the others")
            try expect(answer.others.allSatisfy { ContractScene.kind(at: $0.box) != nil }, "boxes of the others")
            var request = SearchRequest(.init(example: .image(picture)), scope: .all)
            request.detection = Detection(type: "boat")
            let searched = try await service.search(request)
            // The whole picture is searched for, within the type.
            try expectEqual(searched.hits.map(\.id), ["boat"], "hits of the type")
            try expectEqual(searched.objects, [], "objects of a search")
            let attributes = Detection(attributes: ["brand": ["nobody"]])
            let none = try await service.discover(DiscoverRequest(picture, detection: attributes))
            try expectEqual(none.objects, [], "objects with an attribute that none has")
            try expect(none.others.count >= 3, "\(none.others.count) others")
        },
        Rule("hits of each object can be filtered, paged, faceted and told with their fields") { service in
            _ = try await service.insert(ContractScene.entries)
            let filter = Filter.equal("brand", .string("Norda"))
            let each = SearchRequest(
                .init(), filter: filter, limit: 1, fields: ["brand"], facets: .init(["category"]), scope: .all)
            for found in try await service.discover(DiscoverRequest(picture, each: each)).objects {
                try expectEqual(found.answer.total, 3, "total")
                try expectEqual(found.answer.hits.map(\.attributes), [["brand": .string("Norda")]], "fields")
                try expectEqual(found.answer.facets.map(\.values.count), [3], "values of the facet")
            }
            let (first, second) = (
                SearchRequest(.init(), limit: 2, scope: .all), SearchRequest(.init(), page: 2, limit: 2, scope: .all)
            )
            let both = SearchRequest(.init(), limit: 4, scope: .all)
            let pages = try await [
                service.discover(DiscoverRequest(picture, each: first)),
                service.discover(DiscoverRequest(picture, each: second)),
                service.discover(DiscoverRequest(picture, each: both)),
            ].map { $0.objects.map { $0.answer.hits.map(\.id) } }
            try expectEqual(zip(pages[0], pages[1]).map { $0 + $1 }, pages[2], "pages")
        },
        Rule("boxes and points stand for objects, in their order") { service in
            _ = try await service.insert(ContractScene.entries)
            let boxes = ContractScene.boxes
            let places: [Region] = [.box(boxes[2]), .point(boxes[0].middle), .box(boxes[1])]
            let answer = try await service.discover(DiscoverRequest(picture, regions: places))
            try expectEqual(
                answer.objects.map { ContractScene.kind(at: $0.object.box) }, [.tent, .ball, .crate], "objects")
            try expectEqual(answer.objects[0].object.box, boxes[2], "the box asked for")
            try expectEqual(answer.objects.map(\.object.type), ["tent", "ball", "crate"], "types")
        },
        Rule("a search with a point finds what is there; one with detection takes the best object") { service in
            _ = try await service.insert(ContractScene.entries)
            for (kind, box) in zip(Kind.allCases, ContractScene.boxes) {
                let look = SearchRequest.Example.image(picture, .point(box.middle))
                let answer = try await service.search(SearchRequest(.init(example: look), scope: .all))
                try expectEqual(answer.queryBox.flatMap(ContractScene.kind), kind, "the object at \(box.middle)")
                try expect((answer.hits.first?.id ?? "").hasPrefix(kind.rawValue), "first hit of \(kind)")
                try expectEqual(answer.objects, [], "objects without detection")
            }
            let request = SearchRequest(.init(example: .image(picture)), detection: Detection(), scope: .all)
            let answer = try await service.search(request)
            let discovered = try await service.discover(DiscoverRequest(picture, each: everything))
            try expectEqual(answer.objects, discovered.objects.map(\.object), "objects")
            try expectEqual(answer.queryBox, answer.objects.first?.box, "box of the query")
            try expectEqual(answer.hits.map(\.id), discovered.objects.first?.answer.hits.map(\.id), "hits")
        },
        Rule("where nothing stands out the whole picture is searched with, and that is said") { service in
            _ = try await service.insert(ContractScene.entries)
            let answer = try await service.discover(DiscoverRequest(blank, each: everything))
            try expectEqual(answer.objects.map(\.object.isWholePicture), [true], "flags")
            try expectEqual(
                answer.objects.map(\.object.box), [Box(left: 0, top: 0, width: 200, height: 160)], "boxes")
            try expectEqual(answer.objects.first?.answer.total, 6, "total")
        },
        Rule("a catalog with nothing in it has objects without types and hits") { service in
            let answer = try await service.discover(DiscoverRequest(picture))
            try expect(answer.objects.count >= 3, "\(answer.objects.count) objects")
            try expect(answer.objects.allSatisfy { $0.object.type == nil && $0.answer.hits.isEmpty }, "\(answer)")
        },
        Rule("what is out of range, and a bad picture, are refused") { service in
            let bad: [(String, DiscoverRequest)] = [
                ("no objects", DiscoverRequest(picture, detection: Detection(limit: 0))),
                ("31 objects", DiscoverRequest(picture, detection: Detection(limit: 31))),
                ("a score of 2", DiscoverRequest(picture, detection: Detection(minimumScore: 2))),
                (
                    "31 boxes",
                    DiscoverRequest(picture, regions: Array(repeating: .box(ContractScene.boxes[0]), count: 31))
                ),
                ("no hits", DiscoverRequest(picture, each: SearchRequest(.init(), limit: 0))),
            ]
            for (name, request) in bad {
                let error = try await error(name) { () async throws(SearchError) in
                    try await service.discover(request)
                }
                guard case .invalidArgument = error else { throw Broken(description: "\(name): \(error)") }
            }
            let error = try await error("a bad picture") { () async throws(SearchError) in
                try await service.discover(DiscoverRequest(.bytes([1, 2, 3])))
            }
            guard case .image = error else { throw Broken(description: "a bad picture: \(error)") }
        },
    ]

    /// The object of a kind among those that were discovered.
    private static func thing(_ kind: Kind, in answer: DiscoverAnswer) throws -> DiscoverAnswer.ObjectAnswer {
        guard let found = answer.objects.first(where: { ContractScene.kind(at: $0.object.box) == kind }) else {
            throw Broken(description: "no \(kind) at \(answer.objects.map(\.object.box))")
        }
        return found
    }
}
