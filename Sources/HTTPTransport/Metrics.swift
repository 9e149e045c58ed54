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
        var name: String
        var kind: String
        var labels: String
        var help: String
        var value: @Sendable () -> Double
    }

    private struct Counter {
        var help: String
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
    ///   - name: ends in `_total`.
    ///   - labels: as Prometheus writes them, such as `reason="timeout"`; of a small set, never what a client sent.
    ///   - amount: 0 makes the counter known before anything is counted.
    package func count(_ name: String, _ help: String, labels: String = "", by amount: UInt64 = 1) {
        state.withLock { $0.counters[name, default: Counter(help: help)].values[labels, default: 0] += amount }
    }

    /// Adds a value that is read with each request for the metrics.
    ///
    /// - Parameters:
    ///   - kind: `gauge`, or `counter` for one that only grows; its name then ends in `_total`.
    ///   - labels: as Prometheus writes them.
    package func gauge(
        _ name: String, _ help: String, kind: String = "gauge", labels: String = "",
        value: @escaping @Sendable () -> Double
    ) {
        let gauge = Gauge(name: name, kind: kind, labels: labels.isEmpty ? "" : "{\(labels)}", help: help, value: value)
        state.withLock { $0.gauges.append(gauge) }
    }

    /// All of it in the text format of Prometheus, version 0.0.4.
    package func text() -> String {
        let (routes, stages, counters, gauges) = state.withLock { ($0.routes, $0.stages, $0.counters, $0.gauges) }
        var text = Self.head("magpie_requests_total", "counter", "Requests by route and status.")
        for (name, route) in routes.sorted(by: { $0.key < $1.key }) {
            for (status, count) in route.statuses.sorted(by: { $0.key < $1.key }) {
                text += "magpie_requests_total{route=\"\(name)\",status=\"\(status)\"} \(count)\n"
            }
        }
        text += Self.head("magpie_request_seconds", "histogram", "Seconds from request line to end of response.")
        for (name, route) in routes.sorted(by: { $0.key < $1.key }) {
            text += Self.lines("magpie_request_seconds", "route=\"\(name)\"", route.latency)
        }
        text += Self.head("magpie_image_stage_seconds", "histogram", "Seconds of each stage of image processing.")
        for (name, stage) in stages.sorted(by: { $0.key < $1.key }) {
            text += Self.lines("magpie_image_stage_seconds", "stage=\"\(name)\"", stage)
        }
        for (name, counter) in counters.sorted(by: { $0.key < $1.key }) {
            text += Self.head(name, "counter", counter.help)
            for (labels, count) in counter.values.sorted(by: { $0.key < $1.key }) {
                text += labels.isEmpty ? "\(name) \(count)\n" : "\(name){\(labels)} \(count)\n"
            }
        }
        for gauge in gauges {
            text += Self.head(gauge.name, gauge.kind, gauge.help)
            text += "\(gauge.name)\(gauge.labels) \(gauge.value())\n"
        }
        return text
    }

    private static func head(_ name: String, _ kind: String, _ help: String) -> String {
        "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
    }

    private static func lines(_ name: String, _ label: String, _ histogram: Histogram) -> String {
        var total: UInt64 = 0
        var text = ""
        for (bound, count) in zip(bounds.map { "\($0)" } + ["+Inf"], histogram.counts) {
            total += count
            text += "\(name)_bucket{\(label),le=\"\(bound)\"} \(total)\n"
        }
        return text + "\(name)_sum{\(label)} \(histogram.sum)\n\(name)_count{\(label)} \(total)\n"
    }
}
