/// The picture of a search.
public enum QueryImage: Hashable, Sendable {
    /// A picture of this machine, which is prepared and uploaded.
    case local(ImageInput)
    /// A picture that the service fetches.
    case url(String)
    /// An earlier upload, by the name that its answer gave.
    case id(String)
    /// A feature that `extractFeature` gave, as base64.
    case feature(String)
}

extension QueryImage: ViSenze.LocalPicture {}
