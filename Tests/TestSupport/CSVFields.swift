/// The fields of a line of a CSV file, read apart from the code under test. Quoted fields may hold commas and doubled
/// quotes, but no line breaks.
public func fields(ofCSV line: Substring) -> [String] {
    var fields = [""]
    var isQuoted = false
    var last: Character = ","
    for character in line {
        if character == "\"" {
            isQuoted.toggle()
            if isQuoted, last == "\"" { fields[fields.count - 1].append(character) }
        } else if character == ",", !isQuoted {
            fields.append("")
        } else {
            fields[fields.count - 1].append(character)
        }
        last = character
    }
    return fields
}
