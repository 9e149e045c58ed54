/// Leaves out steps, and faults of steps, as long as the list still fails: delta debugging, from A. Zeller and
/// R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE TSE 28 (2), 2002.
///
/// - Parameter fails: Returns the failure of a list; nil where it does not fail.
func shrunk(_ steps: [Step], _ fails: ([Step]) -> Run.Failure?) -> [Step] {
    var steps = steps
    var size = max(steps.count / 2, 1)
    while true {
        var isSmaller = false
        var start = 0
        while start < steps.count {
            var fewer = steps
            fewer.removeSubrange(start..<min(start + size, steps.count))
            if !fewer.isEmpty, fails(fewer) != nil {
                steps = fewer
                isSmaller = true
            } else {
                start += size
            }
        }
        if size == 1, !isSmaller { break }
        size = max(size / 2, 1)
    }
    for index in steps.indices {
        var simpler = steps
        simpler[index].fault = nil
        if fails(simpler) != nil { steps = simpler }
        simpler = steps
        simpler[index].closes = false
        if fails(simpler) != nil { steps = simpler }
    }
    return steps
}
