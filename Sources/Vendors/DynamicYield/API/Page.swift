extension DynamicYield {
    /// The page of the app or the site that a search comes from.
    public struct Page: Hashable, Sendable {
        /// The kind of a page, with its data.
        public enum Kind: Hashable, Sendable {
            /// The first page.
            case home
            /// A category, from the widest to the narrowest name.
            case category([String])
            /// The page of one product.
            case product(sku: String)
            /// The cart, with the products in it.
            case cart(skus: [String])
            /// Any other page, with data of its own.
            case other([String])
        }

        /// The kind of the page.
        public var kind: Kind
        /// The URL of the page, or the name of the screen.
        public var location: String
        /// The page before. Default nil.
        public var referrer: String?
        /// The language and region, such as `en_GB`. Default nil.
        public var locale: String?

        /// Creates a page.
        public init(_ kind: Kind, at location: String, referrer: String? = nil, locale: String? = nil) {
            self.kind = kind
            self.location = location
            self.referrer = referrer
            self.locale = locale
        }
    }

    /// The person, the visit and the device that a request comes from. All of it is optional.
    public struct Visitor: Hashable, Sendable {
        /// A person on a device that several people use, such as a kiosk.
        public struct SharedUser: Hashable, Sendable {
            /// The person's name at the customer.
            public var id: String
            /// The kind of that name, such as `he` or `external`.
            public var type: String

            /// Creates a person from the name and its kind.
            public init(id: String, type: String) {
                self.id = id
                self.type = type
            }
        }

        /// The device of a visitor.
        public struct Device: Hashable, Sendable {
            /// Such as `SMARTPHONE`, `TABLET`, `DESKTOP`, `KIOSK`.
            public var type: String?
            /// The numeric address, where a server asks for a visitor.
            public var address: String?
            /// The name of the device.
            public var id: String?
            /// The local time, as ISO 8601 with its distance from UTC.
            public var time: String?

            /// Creates a device; by default nothing is known of it.
            public init(type: String? = nil, address: String? = nil, id: String? = nil, time: String? = nil) {
                self.type = type
                self.address = address
                self.id = id
                self.time = time
            }
        }

        /// The value of the cookie `_dyid_server`. Nil for a new visitor.
        public var id: String?
        /// The value of the cookie `_dyjsession`. Nil for a new visit.
        public var session: String?
        /// The consent to be tracked, where the person was asked.
        public var consents: Bool?
        /// The person on a shared device, in place of ``id`` and ``consents``.
        public var sharedUser: SharedUser?
        /// The device.
        public var device: Device?
        /// Such as `APP`, `WEB`, `KIOSK`, `DRIVE-THRU`.
        public var channel: String?

        /// Creates a visitor; by default nothing is known of the person.
        public init(
            id: String? = nil, session: String? = nil, consents: Bool? = nil, sharedUser: SharedUser? = nil,
            device: Device? = nil, channel: String? = nil
        ) {
            self.id = id
            self.session = session
            self.consents = consents
            self.sharedUser = sharedUser
            self.device = device
            self.channel = channel
        }
    }
}
