import Foundation
import Testing

@testable import CatalogFile

@Suite("Products of a shop's export that the shop does not show", .timeLimit(.minutes(5)))
struct UnpublishedRowTests {
    private func unpublished(_ text: String) throws -> [Int] {
        try CatalogTable(TableText(Array(text.utf8), path: "t")).unpublished.sorted()
    }

    @Test(arguments: [
        // A product with two variants, of which the first row alone tells.
        (
            "Handle,Title,Variant SKU,Image Src,Published,Status\na,A,1,a.jpg,true,active\nb,B,2,b.jpg,true,draft\n"
                + "b,,3,c.jpg,,\nc,C,4,d.jpg,false,active\nd,D,5,d.jpg,true,Archived\n",
            [1, 2, 3, 4]
        ),
        (
            "URL handle,Title,Product image URL,Published on online store,Status\na,A,a.jpg,TRUE,Active\n"
                + "b,B,b.jpg,FALSE,Active\nc,C,c.jpg,TRUE,Draft\n",
            [1, 2]
        ),
        // Variations name their product by its code or by its number, also before it.
        (
            "ID,Type,SKU,Name,Published,Visibility in catalog,Tax status,Images,Parent\n4,variation,Z-1,z,1,visible,,z.jpg,Z\n"
                + "1,variable,Z,Z,-1,visible,,z.jpg,\n2,variable,,Y,0,visible,,y.jpg,\n3,variation,Y-1,y,1,visible,,y.jpg,id:2\n"
                + "5,simple,X,x,1,hidden,,x.jpg,\n6,variable,W,w,1,visible,,w.jpg,\n7,variation,W-1,w,0,visible,,w.jpg,W\n"
                + "8,simple,V,v,1,search,,v.jpg,\n",
            [0, 1, 2, 3, 4, 6]
        ),
        (
            "sku,attribute_set_code,base_image,product_online,visibility\na,x,a.jpg,1,\"Catalog, Search\"\n"
                + "b,x,b.jpg,2,\"Catalog, Search\"\nc,x,c.jpg,1,Not Visible Individually\n",
            [1]
        ),
        ("Product ID;Active;Name;Image URLs (x,y,z...)\n1;1;a;a.jpg\n2;0;b;b.jpg\n3;;c;c.jpg\n", [1]),
        ("handleId,fieldType,productImageUrl,visible\na,Product,a.jpg,true\nb,Product,b.jpg,FALSE\n", [1]),
        ("id\ttitle\timage_link\tprice\tvisibility\n1\ta\ta.jpg\t1 EUR\tpublished\n2\tb\tb.jpg\t2 EUR\tstaging\n", [1]),
        // Of no known export: a field like others. And words that nobody knows.
        ("id,file,status,published\n1,a.jpg,draft,false\n", []),
        ("Handle,Title,Image Src,Status\na,A,a.jpg,in review\n", []),
    ])
    func `The columns of known exports tell, for a product with all its variants`(text: String, rows: [Int]) throws {
        #expect(try unpublished(text) == rows)
    }
}
