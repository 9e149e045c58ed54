import Foundation
import TestSupport
import Testing

/// The page that maps the names of ViSearch's SDK names all of them, and of ours only what is declared.
@Suite("From ViSearch's SDK")
struct SDKTableTests {
    /// The public names of the ViSearch part of the SDK and of its tracker, by their files.
    private static let names = """
        sharedInstance client isClientSetup setup accessKey secret baseUrl VISENZE_URL session sessionConfig \
        timeoutInterval requestSerialization userAgent userAgentHeader isAppKeyEnabled newTracker ViAPIEndPoints \
        ViHttpMethod SuccessHandler FailureHandler uploadSearch discoverSearch colorSearch findSimilar recommendation \
        ViBaseSearchParams ViSearchParamsProtocol toDict limit page score fq fl queryInfo scoreMin scoreMax getAllFl \
        detection facets facetsLimit facetShowCount dedup strategyId uid sid source platform os osv deviceBrand \
        deviceModel language appId appName appVersion ViBox x1 x2 y1 y2 ViColorSearchParams color ViImageSettings \
        defaultSetting highQualitySetting quality maxWidth ViMultipartFormData ViPoint x y ViRecParams algorithm \
        altLimit dedupBy showPinnedImNames showExcludedImNames useSetBasedCtl setLimit showBestProductImages \
        nonProductBasedRecs ViRequestSerialization ViSearchParams imName ViUploadSearchParams im_url im_id box \
        img_settings image resultLimit detectionLimit detectionSensitivity points generateCompressImageForUpload \
        ViBestImage ViFacet key items min max ViFacetItem value count ViImageResult im_name metadataDict alternatives \
        tags pinned bestImages ViObjectResult excludedImNames ViProductType ViProductTypeList attributes_list \
        ViRequestStatus ViResponseData status hasError method result productTypes productTypeList objectTypeList \
        objects error total reqId setInfoList ViSetInfo setId setScore itemCount VaUidHelper uniqueDeviceUid \
        updateStoreDeviceUid VaDeviceData VaEvent VaEventAction category name ts label queryId fromReqId pid imUrl pos \
        brand price currency productUrl transId referrer aaid didmd5 geo campaign adGroup creative n1 n5 s1 s5 json \
        newSearchEvent newProductClickEvent newProductImpressionEvent newAdd2CartEvent newAdd2WishListEvent \
        newTransactionEvent generateRandomTransId newResultLoadEvent newClickEvent newImpressionEvent VaError \
        VaEventResponse VaSessionManager getSessionId getUid ViSenzeTracker DEFAULT_ENDPOINT DEFAULT_CN_ENDPOINT code \
        sendEvents sendEvent
        """

    private static let rows: Result<[(there: [String], here: [String])], any Error> = Result {
        let folder = try #require(SharedData.sources["ViSearchClient"])
        let page = try String(
            contentsOf: folder.appending(path: "ViSearchClient.docc/FromViSearchSDK.md"), encoding: .utf8)
        return page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            let cells = line.dropFirst().dropLast().components(separatedBy: " | ")
            return (code(cells[0]), code(cells[1]))
        }
    }

    private static func code(_ cell: String) -> [String] { cell.matches(of: /`([^`]+)`/).map { String($0.1) } }

    @Test("no name of the SDK is missing")
    func complete() throws {
        let words = try Self.rows.get().flatMap(\.there).flatMap { $0.matches(of: /\w+/).map { String($0.0) } }
        let missing = Self.names.split(separator: " ").map(String.init).filter { !words.contains($0) }
        #expect(missing.isEmpty)
    }

    @Test("each name of ours is declared in the client, and so is each type before a point")
    func declared() throws {
        var declared: Set = ["UIImage", "CGImage", "UTType"]
        let targets = [
            "ViSearchClient", "ViSearchAPI", "ViSenzeClient", "ViSenzeAPI", "SearchClient", "SearchAPI", "ImageTypes",
        ]
        for target in targets {
            let folder = try #require(SharedData.sources[target])
            let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            for name in names where name.hasSuffix(".swift") {
                let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                for line in text.split(separator: "\n") {
                    let line = line.drop { $0 == " " }
                    // Members of a protocol and cases have the access of their type; labels stand in a line of their
                    // own.
                    guard !line.hasPrefix("//"), !line.hasPrefix("private"), !line.hasPrefix("fileprivate") else {
                        continue
                    }
                    let declaration = /\b(?:func|let|var|struct|enum|class|protocol|typealias) `?(\w+)/
                    if let match = line.firstMatch(of: declaration) {
                        declared.insert(String(match.1))
                    }
                    if let match = line.firstMatch(of: /^case (.+)/) {
                        declared.formUnion(match.1.matches(of: /(?:^|, )(\w+)/).map { String($0.1) })
                    }
                    declared.formUnion(line.matches(of: #/\b(\w+)(?: \w+)?: /#).map { String($0.1) })
                }
            }
        }
        for name in try Self.rows.get().flatMap(\.here) {
            // Text in quotation marks is a value of the service.
            let words = name.replacing(/"[^"]*"/, with: "").matches(of: /[A-Za-z_]\w*/).map { String($0.0) }
            #expect(words.filter { !declared.contains($0) && $0 != "hit" }.isEmpty, "\(name)")
        }
    }
}
