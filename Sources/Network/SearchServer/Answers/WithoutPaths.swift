internal import Essentials

// Paths of this machine are for callers on this machine, and the text that was read in pictures: nobody wrote it for them.

extension Item {
    /// The source of the picture, unless it is a path on this machine.
    package var publicSource: String? {
        source.flatMap { $0.hasPrefix("http://") || $0.hasPrefix("https://") ? $0 : nil }
    }

    /// The attributes that anybody may see.
    package var publicAttributes: [String: AttributeValue] { attributes.filter { $0.key != Item.pictureText } }

    var withoutPath: Item {
        var item = self
        item.source = publicSource
        item.attributes = publicAttributes
        for index in item.pictures.indices {
            item.pictures[index].source = Item(id: id, source: pictures[index].source).publicSource
        }
        return item
    }
}

extension Hit {
    /// The attributes that anybody may see.
    package var publicAttributes: [String: AttributeValue] { Item(id: id, attributes: attributes).publicAttributes }

    fileprivate var withoutPath: Hit {
        var hit = self
        hit.source = Item(id: id, source: source).publicSource
        hit.attributes = publicAttributes
        hit.picture?.source = Item(id: id, source: picture?.source).publicSource
        return hit
    }
}

extension SearchAnswer {
    var withoutPaths: SearchAnswer {
        var answer = self
        answer.hits = hits.map(\.withoutPath)
        answer.nearest = nearest.map(\.withoutPath)
        for index in answer.groups.indices { answer.groups[index].hits = groups[index].hits.map(\.withoutPath) }
        answer.queryItem = queryItem?.withoutPath
        return answer
    }
}

extension DiscoverAnswer {
    var withoutPaths: DiscoverAnswer {
        var answer = self
        for index in answer.objects.indices { answer.objects[index].answer = objects[index].answer.withoutPaths }
        return answer
    }
}

extension RecommendationAnswer {
    var withoutPaths: RecommendationAnswer {
        var answer = self
        for index in items.indices {
            answer.items[index].source = items[index].publicSource
            answer.items[index].attributes = items[index].publicAttributes
        }
        return answer
    }
}

extension Recommendation {
    /// The origin of the picture, unless it is a path on this machine.
    package var publicSource: String? { Item(id: id, source: source).publicSource }

    /// The attributes that anybody may see.
    package var publicAttributes: [String: AttributeValue] { Item(id: id, attributes: attributes).publicAttributes }
}

extension ItemsAnswer {
    var withoutPaths: ItemsAnswer { ItemsAnswer(total: total, items: items.map(\.withoutPath)) }
}

extension SearchError {
    /// The name of the file alone.
    var withoutPath: SearchError {
        func name(_ path: String) -> String { URL(filePath: path).lastPathComponent }
        return switch self {
        case .store(let path, let reason):
            .store(path: name(path), reason: reason.replacing(path, with: name(path)))
        case .damaged(let path, let detail):
            .damaged(path: name(path), detail: detail.replacing(path, with: name(path)))
        case .diskFull(let path): .diskFull(path: name(path))
        case .invalidArgument, .itemNotFound, .image, .wrongType, .describerMismatch, .service, .cancelled: self
        }
    }
}
