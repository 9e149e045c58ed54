import Foundation
import TestSupport
import Testing

/// The tables that map other systems to ours name everything of them, and name only what is there.
@Suite("Tables of other systems", .timeLimit(.minutes(5)))
struct DiscoveryTableTests {
    private struct Row {
        var system: String
        var cells: [String]
    }

    /// The article of each system, below `Sources`.
    private static let articles = [
        "ViSearch": "Vendors/ViSearch/API/ViSearchAPI.docc/ViSearchWords.md",
        "ProductSearch": "Vendors/ProductSearch/API/ProductSearchAPI.docc/ProductSearchWords.md",
        "Dynamic Yield": "Vendors/DynamicYield/API/DynamicYieldAPI.docc/DynamicYieldCalls.md",
        "Bloomreach": "Vendors/Bloomreach/API/BloomreachAPI.docc/BloomreachCalls.md",
        "HALO": "Vendors/Halo/API/HaloAPI.docc/HaloCalls.md",
        "TomTom": "Discovery/StepwiseSearch/StepwiseSearch.docc/TomTomSteps.md",
    ]

    /// The words of each system, in the order of its description.
    private static let words: KeyValuePairs<String, String> = [
        "ViSearch": """
        search recommendation recommendations colorsearch uploadsearch discoversearch similarproducts multisearch \
        multisearch/autocomplete extractfeature match out_of_stock linked/gallery/browse insert insert/status remove \
        access_key im_name image im_url im_id im_feature box point detection detection_limit detection_sensitivity \
        detection_attribute result_limit object_limit q color page limit score score_min score_max fl get_all_fl fq \
        facets facets_limit facets_show_count qinfo dedup dedup_score_threshold sort_by group_by group_limit \
        sort_group_by sort_group_strategy diversity vs_fq vs_config vs_fl locale strategy_id algorithm alt_limit \
        dedup_by user_context show_pinned_im_names show_excluded_im_names use_set_based_ctl set_limit \
        show_best_product_images non_product_based_recs category va_uid va_sid X-Requested-With error_page error_limit \
        status error reqid X-Log-ID method total result value_map s3_url product_types product_types_list objects \
        object_types_list group_results group_by_key trans_id processed_percent action product_click product_view \
        add_to_cart add_to_wishlist transaction queryId pid imUrl pos value transId uid sid
        """,
        "ProductSearch": """
        search_by_image search_by_id recommendations multisearch autocomplete complementary outfit-recommendations \
        v1/product/search_by_image v1/product/recommendations v1/product/search_by_id v1/product/multisearch \
        v1/visearch/search_by_image v1/visearch/recommendations v1/visearch/search_by_id v1/search v1/autocomplete \
        v1/search/complementary v1/search/outfit-recommendations app_key placement_id image im_url im_id q pid box point \
        detection detection_limit detection_sensitivity search_all_objects page limit filters text_filters attrs_to_get \
        vs_attrs_to_get sys_attrs_to_get global_filter facets facets_limit facets_show_count sort_by group_by group_limit \
        sort_group_by sort_group_strategy score score_min score_max similar_score_min color_rel_weight \
        return_fields_mapping return_query_sys_meta return_image_s3_url return_product_info dedup dedup_score_threshold \
        vs_config boosts sayt spell_correction qinfo debug locale category strategy_id alt_limit show_pinned_pids \
        show_excluded_pids use_set_based_ctl set_limit show_best_product_images non_product_based_recs va_uid va_sid \
        status method reqid total error code message result objects product_types group_by_key group_results \
        group_by_value catalog_fields_mapping product_info query_sys_meta strategy experiment experiment_id variant_id \
        variant_name experiment_no_recommendation set_info set_id excluded_pids product_id main_image_url data vs_data \
        sys rerank_score image_s3_url detect keyword tags alternatives pinned best_images
        """,
        "Dynamic Yield": """
        semanticSearch visualSearch page home category product cart other location referrer locale text imageBase64 \
        filters field values min max pagination numItems offset sortBy byPopularity byField pageAttributes \
        enableSpellCheck branchId options returnAnalyticsMetadata productData skusOnly fieldFilter selector.name \
        DY-API-Key DY-SDK-Version isImplicitClientData isImplicitKeywordSearchEvent user dyid \
        active_consent_accepted session dy device type ip id dateTime channel sharedDevice cuid cuidType choices \
        decisionId variations groups payload analyticsMetadata totalNumResults facets slots spellCheckedQuery custom \
        searchQuery normalizedQuery slotId sku product_type group_id name url price in_stock image_url categories \
        keywords brand searchpass extra column displayName valuesType cookies warnings status choice error \
        rawNetworkData setDefaultProductDataType SLOT_CLICK
        """,
        "Bloomreach": """
        fetchRecommendation fetchConsents id fillWithRandom size items noTrack no_track catalogAttributesWhitelist \
        catalogFilter categoryNames customer_ids engine_id fill_with_random catalog_attributes_whitelist success \
        results value error data errors engine_name item_id recommendation_id recommendation_variant_id \
        legitimate_interest sources crm import page private_api public_api scenario translations consent category mode
        """,
        "HALO": """
        moduleIds moduleName moduleNames instanceIds addRelatedInstances addAllRelatedInstances searchFilter \
        metaFilter fields populateFields populateAll tags segmentWithDevice segmentMode pagination skipPagination \
        addSortBy locale serverCache eq neq gt lt gte lte valueIn valueNotIn like and or search searchAsData
        """,
        "TomTom": """
        createOfflineSession fetchStructuredSearchState selectCandidate goBack setLocale completion nextState \
        destination selectedCandidates availableCandidates candidateType place coordinate address displayString \
        supplementaryString country subCountry municipality municipalitySubdivision road cityBlock neighborhood \
        postalCode house badInputError noDataError mapDataError
        """,
    ]

    private static func text(_ file: String) throws -> String {
        try String(contentsOf: SharedData.package.appending(path: "Sources/\(file)"), encoding: .utf8)
    }

    /// The rows below heads that end with a test, with their system, and all rows that have another number of cells.
    private static func rows() throws -> [Row] {
        var rows: [Row] = []
        for (system, file) in articles {
            var isTable = false
            for line in try text(file).split(separator: "\n", omittingEmptySubsequences: false) {
                guard line.hasPrefix("|") else {
                    isTable = false
                    continue
                }
                let cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                    .map { $0.trimmingCharacters(in: .whitespaces) }
                if cells.last == "test" {
                    isTable = true
                } else if isTable, !cells.allSatisfy({ $0 == "---" }) {
                    rows.append(Row(system: system, cells: cells))
                }
            }
        }
        return rows
    }

    private static func code(_ cell: String) -> [String] { cell.matches(of: /`([^`]+)`/).map { String($0.1) } }

    private static func sources(_ folder: String) throws -> [(path: String, text: String)] {
        let root = SharedData.package.appending(path: folder)
        let files = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return try files.filter { $0.hasSuffix(".swift") }.map {
            ("\(folder)/\($0)", try String(contentsOf: root.appending(path: $0), encoding: .utf8))
        }
    }

    @Test("no word of a system is missing")
    func words() throws {
        let rows = try Self.rows()
        for (system, words) in Self.words {
            let ofSystem = rows.filter { $0.system == system }
            let named = Set(
                ofSystem.flatMap { Self.code($0.cells[0]) }.flatMap { [$0, String($0.prefix { $0 != "(" })] })
            let missing = words.split(separator: " ").map(String.init).filter { !named.contains($0) }
            #expect(missing.isEmpty, "\(system)")
        }
    }

    @Test("each row has three cells: the word there, the name here, and a test, unless it says why it is left out")
    func cells() throws {
        for row in try Self.rows() {
            #expect(row.cells.count == 3 && !row.cells[0].isEmpty && !row.cells[1].isEmpty, "\(row.cells)")
            let isLeftOut = row.cells[1].hasPrefix("not carried over: ")
            #expect(isLeftOut == row.cells.last?.isEmpty, "\(row.cells)")
        }
    }

    @Test("each name and each route is in the sources")
    func names() throws {
        let all = try Self.sources("Sources").map(\.text).joined(separator: "\n")
        let known = Set(all.matches(of: /[A-Za-z_][A-Za-z_0-9]*/).map { String($0.0) })
        for row in try Self.rows() {
            for name in Self.code(row.cells[1]) {
                if name.hasPrefix("/") {
                    #expect(all.contains("\"\(name)\""), "\(name)")
                } else {
                    let missing = name.matches(of: /[A-Za-z_][A-Za-z_0-9]*/).map { String($0.0) }
                        .filter { !known.contains($0) }
                    #expect(missing.isEmpty, "\(name)")
                }
            }
        }
    }

    @Test("each test is there, in the file of its suite")
    func tests() throws {
        var suites: [String: [String]] = [:]
        for file in Self.articles.values {
            for match in try Self.text(file).matches(of: /\*([A-Za-z ]+)\*\s(?:is\s)?`(Tests\/[^`]+)`/) {
                let url = SharedData.package.appending(path: String(match.2))
                let text = try String(contentsOf: url, encoding: .utf8)
                suites[String(match.1), default: []] += text.matches(of: /(?:@Test|Rule)\(\s*"([^"]+)"/).map {
                    String($0.1)
                }
            }
        }
        for row in try Self.rows() where row.cells.count == 3 && !row.cells[2].isEmpty {
            var suite = ""
            for part in row.cells[2].components(separatedBy: "; ") {
                var name = part
                if let match = part.firstMatch(of: /^\*([A-Za-z ]+)\*: (.+)$/) {
                    suite = String(match.1)
                    name = String(match.2)
                }
                #expect(suites[suite]?.contains { $0.hasPrefix(name) } == true, "\(suite): \(name)")
            }
        }
    }
}
