import StepwiseAPI

extension StepContract {
    static let walkRules: [Rule] = [
        Rule("the first step lists the top, and selecting leads down to a destination") { directory in
            var path = StepPath()
            let first = try page(try await directory.step(StepCall()).step)
            try expectEqual(first.candidates.map(\.id), ["jp"], "top")
            try expectEqual(first.candidates.map(\.count), [9], "destinations")
            for id in chome {
                let answer = try await directory.step(StepCall(path, action: .select(id)))
                _ = try page(answer.step)
                try expectEqual(answer.path.ids, path.ids + [id], "path")
                try expectEqual(answer.step.path.map(\.id), path.ids + [id], "selected")
                path = answer.path
            }
            let answer = try await directory.step(StepCall(path, action: .select("h2")))
            guard case .arrived(let candidate, let selected) = answer.step else {
                throw SearchContract.Broken(description: "not arrived")
            }
            try expectEqual(candidate.label, "2-13-3", "destination")
            try expectEqual(selected.map(\.label), ["日本", "埼玉県", "さいたま市南区", "根岸", "５丁目", "2-13-3"], "way")
            try expectEqual(answer.path.ids, chome + ["h2"], "path")
            try expectEqual(
                try await directory.step(StepCall(answer.path)).step, answer.step, "the destination, asked again")
        },
        Rule("a destination may come early, and has its coordinate") { directory in
            let answer = try await directory.step(StepCall(StepPath(Array(chome.prefix(3))), action: .select("awa")))
            guard case .arrived(let candidate, _) = answer.step else {
                throw SearchContract.Broken(description: "not arrived")
            }
            try expectEqual(candidate.level, .aza, "level")
            try expectEqual(candidate.coordinate?.latitude, 30.3, "latitude")
        },
        Rule("labels repeat, and their readings and ids tell them apart") { directory in
            let call = StepCall(StepPath(Array(chome.prefix(3))), view: StepView(prefix: "東"))
            let found = try page(try await directory.step(call).step).candidates
            try expectEqual(found.map(\.id), ["east-2", "east-1"], "ids in the order of the readings")
            try expectEqual(found.map(\.label), ["東町", "東町"], "labels")
            try expectEqual(found.map(\.reading), ["アズマチョウ", "ヒガシマチ"], "readings")
        },
        Rule("going back takes back so many, and more than there are lead to the first step") { directory in
            for (steps, kept) in [(1, 5), (2, 4), (6, 0), (9, 0), (Int.max, 0)] {
                let answer = try await directory.step(StepCall(StepPath(chome + ["h1"]), action: .goBack(steps)))
                try expectEqual(answer.path.ids, Array(chome.prefix(kept)), "path after \(steps) steps")
                _ = try page(answer.step)
            }
            try expectEqual(
                try await directory.step(StepCall(action: .goBack(1))).path.ids, [], "back at the first step")
            for steps in [0, -1, Int.min] {
                try expectEqual(
                    try await error(directory, StepCall(StepPath(chome), action: .goBack(steps))),
                    .stepsNotPositive(steps), "\(steps) steps")
            }
        },
        Rule("what cannot be selected is said by kind") { directory in
            try expectEqual(
                try await error(directory, StepCall(StepPath(chome), action: .select("h5"))), .notACandidate("h5"),
                "a candidate of another list")
            try expectEqual(
                try await error(directory, StepCall(StepPath(["jp"]), action: .select("negishi"))),
                .notACandidate("negishi"), "a deeper candidate")
            try expectEqual(
                try await error(directory, StepCall(StepPath(chome + ["h1"]), action: .select("h2"))), .alreadyArrived,
                "behind the destination")
            try expectEqual(
                try await error(directory, StepCall(StepPath(["jp"]), action: .select("13"))),
                .incompleteData(at: "13"), "a prefecture without its towns")
        },
        Rule("a path that no longer holds says how far it does") { directory in
            let gone = StepPath(Array(chome.prefix(3)) + ["ghost", "negishi-5"], locale: "en")
            try expectEqual(
                try await error(directory, StepCall(gone)),
                .dataChanged(holds: StepPath(Array(chome.prefix(3)), locale: "en")), "error")
            let answer = try await directory.step(StepCall(StepPath(Array(chome.prefix(3)), locale: "en")))
            try expectEqual(answer.step.path.last?.label, "Saitama-shi Minami-ku", "deepest state")
            try expectEqual(
                try await error(directory, StepCall(StepPath(["nowhere"]))), .dataChanged(holds: StepPath()),
                "nothing holds")
        },
    ]
}
