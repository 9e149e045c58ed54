/// A binary heap: takes elements in any order and gives them back in theirs, the first one first (Williams 1964).
struct Heap<Element> {
    private var elements: [Element] = []
    private let isBefore: (Element, Element) -> Bool

    init(by isBefore: @escaping (Element, Element) -> Bool) { self.isBefore = isBefore }

    mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0, case let parent = (child - 1) / 2, isBefore(elements[child], elements[parent]) {
            elements.swapAt(child, parent)
            child = parent
        }
    }

    mutating func popFirst() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let first = elements.first else { return last }
        elements[0] = last
        var parent = 0
        while case let left = 2 * parent + 1, left < elements.count {
            let right = left + 1
            let child = right < elements.count && isBefore(elements[right], elements[left]) ? right : left
            guard isBefore(elements[child], elements[parent]) else { break }
            elements.swapAt(child, parent)
            parent = child
        }
        return first
    }
}
