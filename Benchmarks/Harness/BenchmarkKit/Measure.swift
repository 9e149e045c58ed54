/// Keeps a result alive, so that the optimizer cannot drop the work that made it.
@inline(never)
@_optimize(none)
public func sink<Value>(_ value: Value) {}

/// Seconds of CPU time that one call of `body` takes on the calling thread.
///
/// One call warms up caches and is not counted. Then `samples` (default 7) samples are taken, each of as many calls
/// as fill `seconds` (default 0.02), so that the clock's grain does not show. CPU time and not wall time: a busy
/// machine changes it little.
public func measure<Value, Failure>(
    samples: Int = 7, seconds: Double = 0.02, _ body: () throws(Failure) -> Value
) throws(Failure) -> Summary? {
    sink(try body())
    let start = Clock.thread()
    sink(try body())
    let calls = max(1, Int(seconds / max(Clock.thread() - start, 1e-9)))
    var times: [Double] = []
    for _ in 0..<samples {
        let start = Clock.thread()
        for _ in 0..<calls { sink(try body()) }
        times.append((Clock.thread() - start) / Double(calls))
    }
    return Summary(times)
}
