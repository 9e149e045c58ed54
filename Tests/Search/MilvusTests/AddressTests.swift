import MilvusCatalog
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct AddressTests {
    @Test("an address has a host, a port, a collection and settings")
    func parts() throws {
        let plain = try MilvusAddress("milvus://db/shop")
        #expect(plain.host == "db" && plain.port == 19530 && plain.adminPort == 9091 && plain.collection == "shop")
        #expect(plain.index == .hnsw && plain.patience == 15)
        let full = try MilvusAddress("milvus://10.0.0.1:19531/Shop_2?admin=9092&index=flat&wait=120")
        #expect(full.port == 19531 && full.adminPort == 9092 && full.collection == "Shop_2")
        #expect(full.index == .flat && full.patience == 120)
        #expect(full.name == "milvus://10.0.0.1:19531/Shop_2")
    }

    @Test(
        "an address with a mistake is refused, with the part that is wrong",
        arguments: [
            ("http://db/shop", "cannot be read"), ("milvus:///shop", "host"), ("milvus://db", "collection"),
            ("milvus://db/a/b", "collection"), ("milvus://db/2shop", "no digit"), ("milvus://db/sh%20op", "collection"),
            ("milvus://db:0/shop", "port"), ("milvus://db:70000/shop", "port"), ("milvus://u:p@db/shop", "TOKEN"),
            ("milvus://db/shop?index=ivf", "hnsw or flat"), ("milvus://db/shop?wait=0", "1 to 600"),
            ("milvus://db/shop?admin=x", "port"), ("milvus://db/shop?x=1", "no setting 'x'"),
        ])
    func refused(_ text: String, _ part: String) {
        #expect {
            try MilvusAddress(text)
        } throws: { error in
            guard case .invalidArgument(let reason)? = error as? SearchError else { return false }
            return reason.contains(part)
        }
    }
}
