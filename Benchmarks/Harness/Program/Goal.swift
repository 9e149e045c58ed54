import BenchmarkKit

/// One figure that Magpie must reach.
struct Goal {
    enum Bound { case atLeast, atMost }

    let title: String
    let bound: Bound
    let must: Double
    var stretch: Double?
    var digits = 2
    /// Nil where this run did not measure it.
    let measured: Double?

    var verdict: String {
        guard let measured else { return "not measured" }
        func reaches(_ limit: Double) -> Bool { bound == .atLeast ? measured >= limit : measured <= limit }
        if let stretch, reaches(stretch) { return "reached, stretch too" }
        return reaches(must) ? "reached" : "missed"
    }

    private func text(_ limit: Double) -> String {
        (bound == .atLeast ? "≥ " : "≤ ") + limit.formatted(digits: digits)
    }

    static func table(of report: Report) -> Table {
        var table = Table("", "must", "stretch", "measured", "verdict")
        table.rows = all(in: report).map { goal in
            [
                goal.title, goal.text(goal.must), goal.stretch.map(goal.text) ?? "",
                goal.measured?.formatted(digits: goal.digits) ?? "-", goal.verdict,
            ]
        }
        return table
    }

    static func all(in report: Report) -> [Goal] {
        speed(report) + quality(report) + [
            Goal(
                title: "dominant colors of a 512 px image, ms CPU", bound: .atMost, must: 0.2, digits: 3,
                measured: report.stages.first { $0.name == StagesBenchmark.color }?.milliseconds),
            Goal(
                title: "peak memory of the command, MB", bound: .atMost, must: 160, digits: 0,
                measured: report.memory.map { Double($0.commandPeak) / 1e6 }),
            Goal(
                title: "memory after each round against the first, furthest, %", bound: .atMost, must: 5, digits: 1,
                measured: report.memory.map { abs($0.drift) * 100 }),
        ]
    }

    private static func speed(_ report: Report) -> [Goal] {
        func ratio(
            _ one: String, to other: String, _ value: (PrepResult) -> Double = { $0.cpu.median }
        ) -> Double? {
            guard let one = report.prep.first(where: { $0.name == one }),
                let other = report.prep.first(where: { $0.name == other })
            else { return nil }
            return value(one) / value(other)
        }
        return [
            Goal(
                title: "512 fast: CPU of vipsthumbnail / ours", bound: .atLeast, must: 1.45, stretch: 1.6,
                measured: ratio("vipsthumbnail-512", to: "magpie-fast-512")),
            Goal(
                title: "512 fast: wall of vipsthumbnail / ours", bound: .atLeast, must: 2.2, stretch: 2.6,
                measured: ratio("vipsthumbnail-512", to: "magpie-fast-512") { $0.wall.median }),
            Goal(
                title: "1024 fast: CPU of vipsthumbnail / ours", bound: .atLeast, must: 1.55, stretch: 1.8,
                measured: ratio("vipsthumbnail-1024", to: "magpie-fast-1024")),
            Goal(
                title: "512 fast: CPU of ours / the floor", bound: .atMost, must: 1.18, stretch: 1.08,
                measured: ratio("magpie-fast-512", to: "floor-512")),
            Goal(
                title: "1024 fast: CPU of ours / the floor", bound: .atMost, must: 1.3, stretch: 1.1,
                measured: ratio("magpie-fast-1024", to: "floor-1024")),
            Goal(
                title: "512 fast: CPU of ours / pillow-simd", bound: .atMost, must: 1,
                measured: ratio("magpie-fast-512", to: "pillow-simd-512")),
            Goal(
                title: "1024 fast: CPU of ours / pillow-simd", bound: .atMost, must: 1,
                measured: ratio("magpie-fast-1024", to: "pillow-simd-1024")),
            Goal(
                title: "512 high: CPU of vipsthumbnail / ours", bound: .atLeast, must: 1,
                measured: ratio("vipsthumbnail-512", to: "magpie-high-512")),
            Goal(
                title: "512, 1024 and 5 colors: CPU of one pass / three", bound: .atMost, must: 0.6, stretch: 0.55,
                measured: ratio(Contenders.onePass, to: PrepBenchmark.threeRuns)),
        ]
    }

    private static func quality(_ report: Report) -> [Goal] {
        [("fast", 43, 0.991), ("high", 47.5, 0.9955)].flatMap { effort, psnr, ssim in
            let result = report.quality.first { $0.name == "magpie-\(effort)-512" }
            return [
                Goal(
                    title: "512 \(effort): mean PSNR, dB", bound: .atLeast, must: psnr, digits: 1,
                    measured: result?.meanPSNR),
                Goal(
                    title: "512 \(effort): mean SSIM", bound: .atLeast, must: ssim, digits: 4,
                    measured: result?.meanSSIM),
            ]
        }
    }
}
