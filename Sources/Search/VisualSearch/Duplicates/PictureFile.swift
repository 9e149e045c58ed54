package import Essentials

/// A file that may hold a picture, however it is named.
package protocol PictureFile: Sendable {
    /// The state of the file; links are followed.
    func facts() throws(ImageError) -> FileFacts
    /// The whole content, or an error where it has more than `limit` bytes.
    func contents(limit: Int) throws(ImageError) -> [UInt8]
}

/// The state of a file.
package struct FileFacts: Hashable, Sendable {
    /// Bytes.
    package var bytes: Int
    /// Nanoseconds since 1970.
    package var modified: Int
    /// As in ``Fingerprint/isUntouched(size:stamp:)``.
    package var stamp: Int
    /// Device and number: equal for two names of one file.
    package var identity: SIMD2<UInt64>
    /// True where the name is a symbolic link.
    package var isLink: Bool

    package init(bytes: Int, modified: Int, stamp: Int? = nil, identity: SIMD2<UInt64>, isLink: Bool) {
        self.bytes = bytes
        self.modified = modified
        self.stamp = stamp ?? modified
        self.identity = identity
        self.isLink = isLink
    }
}

/// The description of a picture that a store has.
package struct KnownPicture: Hashable, Sendable {
    /// That of the built-in describer.
    package var vector: [Int8]
    package var fingerprint: Fingerprint
    /// That of ``DuplicateFinder/describer``; nil where there is no such vector.
    package var look: [Int8]?
    /// The text that was read in it; nil where none was read.
    package var text: String?

    package init(vector: [Int8], fingerprint: Fingerprint, look: [Int8]? = nil, text: String? = nil) {
        self.text = text
        self.vector = vector
        self.fingerprint = fingerprint
        self.look = look
    }
}

extension URL: PictureFile {
    package func facts() throws(ImageError) -> FileFacts {
        let name = path(percentEncoded: false)
        do {
            let files = FileManager.default
            let isLink = try files.attributesOfItem(atPath: name)[.type] as? FileAttributeType == .typeSymbolicLink
            let facts = try files.attributesOfItem(atPath: resolvingSymlinksInPath().path(percentEncoded: false))
            guard facts[.type] as? FileAttributeType == .typeRegular else {
                throw ImageError.unreadable(path: name, reason: "it is not a regular file")
            }
            // Two files without them would pass for one.
            guard let bytes = facts.number(.size), let device = facts.number(.systemNumber),
                let number = facts.number(.systemFileNumber), let time = facts[.modificationDate] as? Date
            else { throw ImageError.unreadable(path: name, reason: "the system does not tell which file it is") }
            return FileFacts(
                bytes: bytes, modified: Int(time.timeIntervalSince1970 * 1e9),
                identity: SIMD2(UInt64(device), UInt64(number)), isLink: isLink)
        } catch let error as ImageError {
            throw error
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
            throw .notFound(path: name)
        } catch {
            throw .unreadable(path: name, reason: error.systemReason)
        }
    }

    package func contents(limit: Int) throws(ImageError) -> [UInt8] {
        let bytes = try facts().bytes
        if bytes > limit { throw .tooLarge(stage: .read, value: bytes, limit: limit, unit: "bytes") }
        do {
            let data = try Data(contentsOf: self)
            if data.isEmpty { throw ImageError.empty }
            return Array(data)
        } catch let error as ImageError {
            throw error
        } catch {
            throw .unreadable(path: path(percentEncoded: false), reason: error.systemReason)
        }
    }
}
