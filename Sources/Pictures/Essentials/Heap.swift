// Everything here is inlinable: a loop over millions of rows or merges is compiled for its own elements.

/// An element that knows whether it comes before another.
package protocol Ranked {
    /// A strict order: false between equals.
    func precedes(_ other: Self) -> Bool
}

/// A binary heap: takes elements in any order and gives them back in theirs, the first one first (Williams 1964).
package struct Heap<Element: Ranked> {
    @usableFromInline var elements: [Element] = []

    @inlinable package init() {}

    @inlinable package mutating func insert(_ element: Element) {
        var place = elements.count
        elements.append(element)
        while place > 0, case let parent = (place - 1) / 2, element.precedes(elements[parent]) {
            elements[place] = elements[parent]
            place = parent
        }
        elements[place] = element
    }

    @inlinable package mutating func popFirst() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let first = elements.first else { return last }
        var place = 0
        while case var child = 2 * place + 1, child < elements.count {
            if child + 1 < elements.count, elements[child + 1].precedes(elements[child]) { child += 1 }
            guard elements[child].precedes(last) else { break }
            elements[place] = elements[child]
            place = child
        }
        elements[place] = last
        return first
    }
}

/// The first so many of elements that come in any order; of equal ones, those that came first.
package struct FirstElements<Element: Ranked> {
    /// In their order.
    package var elements: [Element] = []
    @usableFromInline let limit: Int

    @inlinable package init(limit: Int) { self.limit = limit }

    @inlinable package mutating func insert(_ element: Element) {
        if elements.count == limit {
            // The last one is mostly all that an element is compared with.
            guard let last = elements.last, element.precedes(last) else { return }
            elements.removeLast()
        }
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if element.precedes(elements[middle]) { high = middle } else { low = middle + 1 }
        }
        elements.insert(element, at: low)
    }
}
