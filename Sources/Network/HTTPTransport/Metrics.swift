internal import ImageTypes

/// The counters and timings of a server, in the format of Prometheus.
package final class Metrics: Sendable {
    /// Upper bounds of the histograms, in seconds.
    static let bounds = [0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private struct Histogram {
        var counts = [UInt64](repeating: 0, count: Metrics.bounds.count + 1)
        var sum = 0.0

        mutating func add(_ seconds: Double) {
            counts[Metrics.bounds.firstIndex { seconds <= $0 } ?? Metrics.bounds.count] += 1
            sum += seconds
        }
    }

    private struct Route {
        var statuses: [Int: UInt64] = [:]
        var latency = Histogram()
    }

    private struct Gauge: Sendable {
        var metric: Metric
        var labels: String
        var value: @Sendable () -> Double
    }

    private struct Counter {
        var metric: Metric
        /// By the labels as they are written, such as `reason="timeout"`.
        var values: [String: UInt64] = [:]
    }

    private struct State {
        var routes: [String: Route] = [:]
        var stages: [String: Histogram] = [:]
        var counters: [String: Counter] = [:]
        var gauges: [Gauge] = []
    }

    private let state = Locked(State())

    package init() {}

    /// Counts a finished request. `status` 499 means a request without any of our answers.
    package func count(route: String, status: Int, seconds: Double) {
        state.withLock { state in
            state.routes[route, default: Route()].statuses[status, default: 0] += 1
            state.routes[route, default: Route()].latency.add(seconds)
        }
    }

    /// Times one stage of the work on an image.
    package func observe(stage: String, seconds: Double) {
        state.withLock { $0.stages[stage, default: Histogram()].add(seconds) }
    }

    package func observe(stage: String, since start: ContinuousClock.Instant) {
        observe(stage: stage, seconds: start.duration(to: .now) / .seconds(1))
    }

    /// Counts something that happened, such as a download that failed for one of a few reasons.
    ///
    /// - Parameters:
    ///   - metric: A counter.
    ///   - labels: as Prometheus writes them, such as `reason="timeout"`; of a small set, never what a client sent.
    ///   - amount: 0 makes the counter known before anything is counted.
    package func count(_ metric: Metric, labels: String = "", by amount: UInt64 = 1) {
        state.withLock {
            $0.counters[metric.name, default: Counter(metric: metric)].values[labels, default: 0] += amount
        }
    }

    /// Adds a value that is read with each request for the metrics.
    ///
    /// - Parameters:
    ///   - metric: A gauge, or a counter that is kept elsewhere.
    ///   - labels: as Prometheus writes them.
    package func gauge(_ metric: Metric, labels: String = "", value: @escaping @Sendable () -> Double) {
        let gauge = Gauge(metric: metric, labels: labels.isEmpty ? "" : "{\(labels)}", value: value)
        // Those of one name stand together.
        state.withLock { state in
            let last = state.gauges.lastIndex { $0.metric.name == metric.name } ?? state.gauges.count - 1
            state.gauges.insert(gauge, at: last + 1)
        }
    }

    /// All of it in the text format of Prometheus, version 0.0.4.
    package func text() -> String {
        let (routes, stages, counters, gauges) = state.withLock { ($0.routes, $0.stages, $0.counters, $0.gauges) }
        var text = Self.head(.requests)
        for (name, route) in routes.sorted(by: { $0.key < $1.key }) {
            for (status, count) in route.statuses.sorted(by: { $0.key < $1.key }) {
                text += "\(Metric.requests.name){route=\"\(name)\",status=\"\(status)\"} \(count)\n"
            }
        }
        text += Self.head(.requestSeconds)
        for (name, route) in routes.sorted(by: { $0.key < $1.key }) {
            text += Self.lines(.requestSeconds, "route=\"\(name)\"", route.latency)
        }
        text += Self.head(.stageSeconds)
        for (name, stage) in stages.sorted(by: { $0.key < $1.key }) {
            text += Self.lines(.stageSeconds, "stage=\"\(name)\"", stage)
        }
        for (name, counter) in counters.sorted(by: { $0.key < $1.key }) {
            text += Self.head(counter.metric)
            for (labels, count) in counter.values.sorted(by: { $0.key < $1.key }) {
                text += labels.isEmpty ? "\(name) \(count)\n" : "\(name){\(labels)} \(count)\n"
            }
        }
        for (index, gauge) in gauges.enumerated() {
            if index == 0 || gauges[index - 1].metric.name != gauge.metric.name { text += Self.head(gauge.metric) }
            text += "\(gauge.metric.name)\(gauge.labels) \(gauge.value())\n"
        }
        return text
    }

    private static func head(_ metric: Metric) -> String {
        "# HELP \(metric.name) \(metric.help)\n# TYPE \(metric.name) \(metric.kind.rawValue)\n"
    }

    private static func lines(_ metric: Metric, _ label: String, _ histogram: Histogram) -> String {
        let name = metric.name
        var total: UInt64 = 0
        var text = ""
        for (bound, count) in zip(bounds.map { "\($0)" } + ["+Inf"], histogram.counts) {
            total += count
            text += "\(name)_bucket{\(label),le=\"\(bound)\"} \(total)\n"
        }
        return text + "\(name)_sum{\(label)} \(histogram.sum)\n\(name)_count{\(label)} \(total)\n"
    }
}
