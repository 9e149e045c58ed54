import Testing
import ViSearchAPI

@Suite struct ParameterTests {
    private func parameters(_ pairs: (String, String)...) -> Parameters {
        Parameters(pairs.map { Parameters.Parameter($0.0, $0.1) })
    }

    private func fault(_ pairs: (String, String)...) -> ViSearch.Fault? {
        do throws(ViSearch.Fault) {
            _ = try ViSearch.SimilarSearch(Parameters(pairs.map { Parameters.Parameter($0.0, $0.1) }))
            return nil
        } catch {
            return error
        }
    }

    @Test("a search without a name is refused with the text of the service")
    func name() {
        #expect(fault() == ViSearch.Fault("im_name is invalid."))
        #expect(fault(("im_name", "")) == ViSearch.Fault("im_name is invalid."))
    }

    @Test(
        "a parameter out of range is refused with the text of the service",
        arguments: [
            ("score", "maybe", "score must be false or true."),
            ("score_max", "1.5", "score_max must be no more than 1"),
            ("score_max", "nan", "score_max must be a number."),
            ("get_all_fl", "2", "get_all_fl must be false or true."),
            ("page", "x", "page must be an integer."), ("limit", "0", "limit must be no less than 1"),
            ("limit", "99999999999999999999", "limit must be an integer."),
        ])
    func range(_ parameter: String, _ value: String, _ text: String) {
        #expect(fault(("im_name", "a"), (parameter, value))?.text == text)
    }

    @Test(
        "the last hit that paging reaches can be asked for, and none behind it", arguments: [(10, true), (11, false)])
    func window(page: Int, isWithin: Bool) throws {
        let request = try ViSearch.SimilarSearch(
            parameters(("im_name", "a"), ("page", "\(page)"), ("limit", "100")))
        #expect(((try? request.parameters()) != nil) == isWithin)
    }

    @Test("a refusal of parameters is without page and limit, one of the search with them")
    func echo() {
        #expect(fault(("im_name", "a"), ("limit", "1e300"))?.echoesPage == false)
        #expect(ViSearch.Fault.imageNotFound.echoesPage)
    }

    @Test(
        "a color that is no six hexadecimal digits with a weight of 1 to 100 is refused",
        arguments: ["", "12345", "12|456", "#12345g", "123456:0", "123456:101", "123456:x", "123456:1:2"])
    func color(_ color: String) {
        #expect(throws: ViSearch.Fault.invalidColor) { try ViSearch.ColorSearch(parameters(("color", color))) }
    }

    @Test("an upload or a discovery without a picture is refused")
    func picture() {
        #expect(throws: ViSearch.Fault.missingImage) { try ViSearch.UploadSearch(parameters(("im_url", " "))) }
        #expect(throws: ViSearch.Fault.missingImage) { try ViSearch.DiscoverSearch(parameters()) }
    }

    @Test("an insert without images is refused, and one of more than 100")
    func batch() {
        #expect(throws: ViSearch.Fault.noImageInserted) { try ViSearch.Insert(parameters(("price", "1"))) }
        let many = Parameters((0...100).map { Parameters.Parameter("im_name[\($0)]", "i\($0)") })
        #expect(throws: ViSearch.Fault.batchTooLarge) { try ViSearch.Insert(many) }
    }

    @Test("flags in any case, %f numbers, blanks, and colors with weights are read")
    func forgiving() throws {
        let request = try ViSearch.SimilarSearch(
            parameters(
                ("im_name", "a"), ("score", "TRUE"), ("score_min", "0.000000"), ("score_max", " 1.000000 "),
                ("limit", "500"), ("page", "2.0"), ("fl", "a, b"), ("fl", "c"), ("facets", "*"), ("qinfo", "False"),
                ("sort_by", "price : DESC"), ("access_key", "k"), ("va_uid", "u"), ("timeout", "600")))
        #expect(request.options.score == true)
        #expect(request.options.limit == 100)
        #expect(request.options.page == 2)
        #expect(request.options.fields == ["a", "b", "c"])
        #expect(request.options.sort == .init("price", ascending: false))
        #expect(request.options.custom == [.init("va_uid", "u"), .init("timeout", "600")])
        let colors = try ViSearch.ColorSearch(parameters(("color", "000000:50,#FFffff"), ("color", "fa4d4d:1")))
        #expect(colors.colors == [.init("000000", weight: 50), .init("FFffff"), .init("fa4d4d", weight: 1)])
    }

    @Test("a box with a negative coordinate or turned inside out counts as none, one without area as a point")
    func boxes() throws {
        func box(_ text: String) throws -> Box? {
            try ViSearch.UploadSearch(parameters(("im_id", "i"), ("box", text))).picture.box
        }
        #expect(try box("1,2,3,5") == Box(left: 1, top: 2, width: 2, height: 3))
        #expect(try box("7, 8, 7, 8") == Box(left: 7, top: 8, width: 0, height: 0))
        #expect(try box("-1,2,3,5") == nil)
        #expect(try box("5,2,3,5") == nil)
        #expect(try box("") == nil)
        #expect(throws: ViSearch.Fault("box is invalid.")) { try box("1,2,3") }
        #expect(throws: ViSearch.Fault("box is invalid.")) { try box("a,b,c,d") }
        #expect(try box("0,0,99999999999999,9") == nil)
    }

    @Test("of several sources the feature wins, then the earlier upload, the file, the URL")
    func sources() throws {
        let all = parameters(("im_feature", "f"), ("im_id", "i"), ("im_url", "u"))
        #expect(try ViSearch.UploadSearch(all, hasImage: true).picture.source == .feature("f"))
        let named = parameters(("im_id", "i"), ("im_url", "u"))
        #expect(try ViSearch.UploadSearch(named, hasImage: true).picture.source == .id("i"))
        let url = parameters(("im_url", "u"))
        #expect(try ViSearch.UploadSearch(url, hasImage: true).picture.source == .upload)
        #expect(try ViSearch.UploadSearch(url).picture.source == .url("u"))
    }

    @Test("detection is off when it is empty, and not said when it is missing")
    func detection() throws {
        func choice(_ text: String?) throws -> ViSearch.DetectionChoice? {
            var parameters = parameters(("im_id", "i"))
            if let text { parameters.append("detection", text) }
            return try ViSearch.DiscoverSearch(parameters).picture.detection
        }
        #expect(try choice(nil) == nil)
        #expect(try choice("") == .off)
        #expect(try choice(" ") == .off)
        #expect(try choice("All") == .all)
        #expect(try choice("shoe") == .type("shoe"))
    }

    @Test("images of an insert may have gaps and any order, and each has its own fault")
    func insert() throws {
        let request = try ViSearch.Insert(
            parameters(
                ("price[7]", "1"), ("im_name[7]", "seven"), ("im_name[2]", "two"), ("im_url[2]", ""), ("x[y]", "z")))
        #expect(request.images.map(\.index) == [2, 7])
        #expect(request.images[0].url == nil)
        #expect(request.custom == [.init("x[y]", "z")])
        let nameless = try ViSearch.Insert(parameters(("price[0]", "1")))
        #expect(nameless.images[0].fault == .invalidName)
        #expect(ViSearch.Insert.Image(String(repeating: "x", count: 513)).fault == .tooLong("im_name"))
        let values = Dictionary(uniqueKeysWithValues: (0..<32).map { ("k\($0)", "v") })
        #expect(ViSearch.Insert.Image("a", values: values).fault == .tooManyParameters)
        #expect(ViSearch.Insert.Image("a", values: ["k": "v"]).fault == nil)
    }

    @Test("a query string has nothing raw in it")
    func encoding() {
        let query = parameters(("im_name", "a b&c=d+é/?#%"), ("fq", "price:0, 199")).urlEncoded
        #expect(query == "im_name=a%20b%26c%3Dd%2B%C3%A9%2F%3F%23%25&fq=price%3A0%2C%20199")
    }
}
