import StepwiseAPI

extension StepContract {
    static let pageRules: [Rule] = [
        Rule("labels come in the locale, in its language, or in that of the data") { directory in
            let towns = Array(chome.prefix(3))
            for (locale, wanted) in [
                (nil, ["東町", "安房", "根岸", "東町"]), ("ja", ["東町", "安房", "根岸", "東町"]),
                ("en", ["東町", "安房", "Negishi", "Higashimachi"]),
                ("en-GB", ["東町", "安房", "Negishi", "Higashimachi"]),
                ("EN_gb", ["東町", "安房", "Negishi", "Higashimachi"]), ("fr-CA", ["Azumacho", "安房", "根岸", "東町"]),
                ("zh-Hant-TW", ["東町", "安房", "根岸", "東町"]),
            ] as [(String?, [String])] {
                let found = try await labels(directory, StepCall(StepPath(towns, locale: locale)))
                try expectEqual(found, wanted, "labels in \(locale ?? "the language of the data")")
            }
            let answer = try await directory.step(StepCall(StepPath(chome, locale: "en"), action: .goBack(1)))
            try expectEqual(answer.path.locale, "en", "the locale stays")
            try expectEqual(
                answer.step.path.map(\.label), ["Japan", "Saitama", "Saitama-shi Minami-ku", "Negishi"], "way")
        },
        Rule("numbers are in the order of people") { directory in
            try expectEqual(
                try await labels(directory, StepCall(StepPath(chome))), ["2-4", "2-13", "2-13-3", "10-1"], "houses")
            try expectEqual(
                try await labels(directory, StepCall(StepPath(Array(chome.prefix(4))))), ["丁目なし", "５丁目", "十丁目"],
                "chome")
        },
        Rule("pages are parts of the list, and one behind its end is empty") { directory in
            for (offset, limit, wanted) in [
                (0, 2, ["2-4", "2-13"]), (2, 2, ["2-13-3", "10-1"]), (3, 1000, ["10-1"]), (4, 1, []), (1 << 60, 5, []),
            ] {
                let view = StepView(offset: offset, limit: limit)
                let found = try page(try await directory.step(StepCall(StepPath(chome), view: view)).step)
                try expectEqual(found.candidates.map(\.label), wanted, "page at \(offset)")
                try expectEqual([found.offset, found.total], [offset, 4], "offset and total")
            }
            let view = StepView(offset: 1, limit: 1, prefix: "2-13")
            let found = try page(try await directory.step(StepCall(StepPath(chome), view: view)).step)
            try expectEqual(found.candidates.map(\.label), ["2-13-3"], "page of a filtered list")
            try expectEqual(found.total, 2, "total of a filtered list")
        },
        Rule("a prefix filters in kanji, kana and letters alike") { directory in
            let towns = StepPath(Array(chome.prefix(3)))
            for prefix in ["根", "ネギ", "ねぎ", "ﾈｷﾞ", "neg", "NEG", "ＮＥＧ", " ne "] {
                let found = try await directory.step(StepCall(towns, view: StepView(prefix: prefix)))
                try expectEqual(try page(found.step).candidates.map(\.id), ["negishi"], "list for '\(prefix)'")
            }
            for (prefix, wanted) in [
                ("５", ["negishi-5"]), ("5丁", ["negishi-5"]), ("五丁目", ["negishi-5"]), ("10", ["negishi-10"]),
                ("十", ["negishi-10"]), ("no", ["negishi-0"]), ("9", []),
            ] {
                let call = StepCall(StepPath(Array(chome.prefix(4))), view: StepView(prefix: prefix))
                let found = try page(try await directory.step(call).step).candidates.map(\.id)
                // The numeral alone is part of names, as in 十条.
                try expectEqual(found, prefix == "十" ? [] : wanted, "list for '\(prefix)'")
            }
            let none = try page(try await directory.step(StepCall(towns, view: StepView(prefix: "x"))).step)
            try expectEqual([none.total, none.candidates.count], [0, 0], "nothing begins so")
        },
    ]

    static let wordRules: [Rule] = [
        Rule("words in any spelling lead to a place deep below") { directory in
            for (words, wanted) in [
                ("negishi 5", "negishi-5"), ("根岸5丁目", "negishi-5"), ("根岸五丁目", "negishi-5"), ("ネギシ　５", "negishi-5"),
                ("埼玉県さいたま市南区根岸5丁目2番13号", "h'4\"; DROP TABLE node; --"), ("Saitama Minami-ku NEGISHI 5-2-13-3", "h2"),
                ("minami ku negishi", "negishi"), ("saitama nishi", nil), ("5 Negishi", "negishi-5"), ("根岸77", "h0"),
                ("Negishi, Saitama, Japan", "negishi"), ("あんぼう", "awa"), ("南区東町1", "h7"), ("---", nil), ("", nil),
            ] as [(String, String?)] {
                let answer = try await directory.step(StepCall(words: words))
                try expectEqual(answer.found.first?.ids.last, wanted, "first match of '\(words)'")
                guard let found = answer.found.first else { continue }
                try expectEqual(found.ids.first, "jp", "way of '\(words)'")
                let there = try await directory.step(StepCall(StepPath(found.ids)))
                try expectEqual(there.step.path, found.path, "state at the match of '\(words)'")
            }
        },
        Rule("repeated names are all found, at most as many as asked for, and below the state only") { directory in
            let all = try await directory.step(StepCall(words: "東町1")).found
            try expectEqual(Set(all.compactMap(\.ids.last)), ["h6", "h7"], "both")
            let one = try await directory.step(StepCall(view: StepView(limit: 1), words: "東町1")).found
            try expectEqual(one, Array(all.prefix(1)), "the first")
            let inside = StepPath(Array(chome.prefix(3)) + ["east-1"])
            try expectEqual(
                try await directory.step(StepCall(inside, words: "1")).found.compactMap(\.ids.last), ["h6"], "inside")
            try expectEqual(try await directory.step(StepCall(inside, words: "negishi")).found, [], "outside")
        },
    ]

    static let hostileRules: [Rule] = [
        Rule("calls out of bounds are refused with the bounds") { directory in
            let long = String(repeating: "あ", count: 201)
            for (call, text) in [
                (StepCall(view: StepView(offset: -1)), "offset is -1; it must be 0 or more"),
                (StepCall(view: StepView(limit: 0)), "limit is 0; it must be 1…1000"),
                (StepCall(view: StepView(limit: 1001)), "limit is 1001; it must be 1…1000"),
                (StepCall(view: StepView(prefix: long)), "prefix has 201 characters; at most 200 are accepted"),
                (StepCall(words: long), "words has 201 characters; at most 200 are accepted"),
                (
                    StepCall(StepPath(Array(repeating: "jp", count: 33))),
                    "path has 33 ids; at most 32 are accepted"
                ),
                (
                    StepCall(action: .select(String(repeating: "x", count: 1025))),
                    "an id has 1025 bytes; at most 1024 are accepted"
                ),
                (
                    StepCall(StepPath(locale: "en'; --")),
                    "locale must be a language tag such as en or en-GB, of at most 64 letters"
                ),
            ] {
                try expectEqual(try await error(directory, call), .invalidArgument(text), "error")
            }
        },
        Rule("quotes, wildcards and control characters are letters like others") { directory in
            let odd = "h'4\"; DROP TABLE node; --"
            let answer = try await directory.step(StepCall(StepPath(chome), action: .select(odd)))
            try expectEqual(answer.path.ids.last, odd, "an id with quotes")
            for id in ["' OR 1=1 --", "%", "\u{0}", "", "jp\u{0}"] {
                try expectEqual(
                    try await error(directory, StepCall(action: .select(id))), .notACandidate(id), "an odd id")
            }
            for text in ["' OR 1=1 --", "%", "_", "\u{0}", "\\", "*", "\u{10FFFF}", "\u{301}"] {
                let view = StepView(prefix: text)
                let found = try page(try await directory.step(StepCall(StepPath(chome), view: view)).step)
                try expectEqual(found.total, 0, "list for an odd prefix")
                _ = try await directory.step(StepCall(words: text))
            }
        },
        Rule("a long query of many short words ends") { directory in
            for word in ["1", "東町 ", "さ", "negishi 5 ", "-"] {
                let words = String(String(repeating: word, count: 200).prefix(200))
                _ = try await directory.step(StepCall(words: words))
            }
        },
    ]
}
