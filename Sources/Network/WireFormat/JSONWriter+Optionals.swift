// Members that are left out when there is nothing to say.
extension JSONWriter {
    /// An object with these members and the others that came along.
    package mutating func object(_ other: [String: JSONValue], _ members: (inout JSONWriter) -> Void) {
        beginObject()
        members(&self)
        self.members(other)
        endObject()
    }

    package mutating func member(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        key(name)
        value(text)
    }

    package mutating func member(_ name: StaticString, _ number: Int?) {
        guard let number else { return }
        key(name)
        value(number)
    }

    package mutating func member(_ name: StaticString, _ number: Double?) {
        guard let number else { return }
        key(name)
        value(number)
    }

    package mutating func member(_ name: StaticString, _ members: [String: JSONValue]?) {
        guard let members else { return }
        key(name)
        value(members)
    }

    package mutating func member(_ name: StaticString, _ texts: [String]?) {
        member(name, texts) { writer, text in writer.value(text) }
    }

    package mutating func member<Element>(
        _ name: StaticString, _ elements: [Element]?, _ write: (inout JSONWriter, Element) -> Void
    ) {
        guard let elements else { return }
        key(name)
        array(elements, write)
    }

    /// Lists of strings by name, the names in order.
    package mutating func value(_ lists: [String: [String]]) {
        beginObject()
        for (name, texts) in lists.sorted(by: { $0.key < $1.key }) {
            key(name)
            array(texts) { writer, text in writer.value(text) }
        }
        endObject()
    }
}
