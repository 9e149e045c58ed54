import BloomreachRoutes
import DynamicYieldRoutes
import HaloRoutes
import ProductSearchRoutes
import SearchServer
import ViSearchRoutes

extension Serve {
    /// The protocols of vendors that the server speaks: without a vendor's folder, its line here and its import leave.
    static let protocols: [VendorProtocol] = [
        .viSearch,
        .productSearch,
        .dynamicYield,
        .bloomreach,
        .halo,
    ]
}
