internal import Essentials

/// The strongest actions of a person on an item in a visit, and the latest moment.
struct Touch: Hashable, Sendable {
    /// The numbers of the item and of the person, 0 for nobody who is known.
    var item: UInt32
    var person: UInt32
    /// In seconds since 1970.
    var time: UInt32
    var wishes: Wishes
}

/// The ways in which a person wanted an item.
struct Wishes: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let view = Wishes(rawValue: 1)
    static let click = Wishes(rawValue: 2)
    static let cart = Wishes(rawValue: 4)
    static let purchase = Wishes(rawValue: 8)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Nil for an action that expresses no wish.
    init?(_ action: TrackedAction) {
        switch action {
        case .shown: return nil
        case .viewed: self = .view
        case .clicked: self = .click
        case .carted: self = .cart
        case .bought: self = .purchase
        }
    }

    /// The weight of the strongest one.
    var weight: Double {
        contains(.purchase) ? 5 : contains(.cart) ? 3 : contains(.click) ? 2 : 1
    }
}

/// An item of a visit, whoever in the visit wanted it.
struct WantedItem {
    var item: UInt32
    var wishes: Wishes
}

extension [Touch] {
    /// The items, each once.
    var wanted: [WantedItem] {
        var items: [WantedItem] = []
        items.reserveCapacity(count)
        for touch in self {
            if let last = items.last, last.item == touch.item {
                items[items.count - 1].wishes.formUnion(touch.wishes)
            } else {
                items.append(WantedItem(item: touch.item, wishes: touch.wishes))
            }
        }
        return items
    }

    /// Adds what a person did with an item. Touches are in the order of their items and persons.
    ///
    /// - Returns: False, without a change, where the visit can take no other item.
    mutating func add(_ touch: Touch) -> Bool {
        let key = (touch.item, touch.person)
        let place = firstIndex { ($0.item, $0.person) >= key } ?? count
        if place < count, (self[place].item, self[place].person) == key {
            self[place].wishes.formUnion(touch.wishes)
            self[place].time = Swift.max(self[place].time, touch.time)
            return true
        }
        guard count < (touch.wishes == .purchase ? CountRules.purchaseLimit : CountRules.touchLimit) else {
            return false
        }
        insert(touch, at: place)
        return true
    }

    /// 13 bytes for each touch, numbers with the lowest byte first.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(13 * count)
        for touch in self {
            for number in [touch.item, touch.person, touch.time] { bytes.append(littleEndian: number) }
            bytes.append(touch.wishes.rawValue)
        }
        return bytes
    }

    /// Bytes after the last whole touch are left out.
    init(bytes: [UInt8]) {
        self = []
        reserveCapacity(bytes.count / 13)
        for start in stride(from: 0, to: bytes.count / 13 * 13, by: 13) {
            append(
                Touch(
                    item: bytes.littleEndian(at: start), person: bytes.littleEndian(at: start + 4),
                    time: bytes.littleEndian(at: start + 8), wishes: Wishes(rawValue: bytes[start + 12])))
        }
    }
}
