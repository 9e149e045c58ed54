import SearchAPI

extension DiscoverAnswer {
    /// Returns the number of objects in words; where no object has the requested type, the types that were found.
    func summary(type: String?) -> String {
        if objects.isEmpty {
            let count = Numbers.plural(others.count, "object")
            if others.isEmpty { return "no object stands out, so none is of type \(type ?? "")" }
            let types = Set(others.compactMap(\.type)).sorted().joined(separator: ", ")
            return "\(count), none of type \(type ?? "")"
                + (types.isEmpty ? "; their types are unknown" : "; found: \(types)")
        }
        if objects.allSatisfy(\.object.isWholePicture) { return "no object stands out" }
        return Numbers.plural(objects.count, "object")
    }
}
