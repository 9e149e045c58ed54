import com.visenze.productsearch.*;
import com.visenze.productsearch.param.*;
import com.visenze.productsearch.response.*;
import com.visenze.visearch.*;
import java.io.File;
import java.util.*;

/**
 * Runs the whole repertoire of ProductSearch of the official Java SDK against a server, and stops at the first surprise.
 *
 * ProductRepertoire URL PICTURES WEB: as Repertoire, whose calls of ViSearch insert the products.
 */
public class ProductRepertoire extends Checks {
    static final List<String> NAMES = List.of("shoe-001", "shoe-002", "bag-001", "bag-002", "mug-001", "lamp-001");
    static String web;
    static File pictures;
    static ProductSearch api;
    static String upload;

    public static void main(String[] arguments) throws Exception {
        String url = arguments[0].replaceAll("/$", "");
        pictures = new File(arguments[1]);
        web = arguments[2];
        api = new ProductSearch.Builder("APPKEY", 1000).setApiEndPoint(url).build();
        insert(new ViSearch(url, "ak", "sk"));
        image();
        objects();
        words();
        product();
        groups();
        together();
        failures(url);
        System.out.println("all went well: " + calls + " calls");
    }

    static void insert(ViSearch catalog) throws Exception {
        List<Image> images = new ArrayList<>();
        for (String name : NAMES) {
            images.add(new Image(name, web + "/" + name + ".jpg", Map.of(
                "price", String.valueOf(10.5 + images.size()), "brand", "A & B=ü", "category", name.split("-")[0],
                "title", "Ünï 靴 called " + name)));
        }
        InsertTrans begun = called(catalog.insert(images));
        for (int round = 0; round < 600; round++) {
            InsertStatus status = catalog.insertStatus(begun.getTransId());
            if (status.getProcessedPercent() == 100) {
                same(status.getSuccessCount(), NAMES.size());
                return;
            }
            Thread.sleep(100);
        }
        check(false, "the insertion does not end");
    }

    static void image() {
        SearchByImageParam file = SearchByImageParam.newFromImageFile(new File(pictures, "bag-001.jpg"));
        file.setLimit(3);
        file.setShowScore(true);
        file.setFacets(List.of("price", "category"));
        file.setFacetsShowCount(true);
        file.setReturnFieldsMapping(true);
        file.setReturnQuerySysMeta(true);
        file.setDetection("all");
        ProductSearchResponse answer = ok(api.imageSearch(file));
        same(names(answer).get(0), "bag-001");
        same(answer.getLimit(), 3);
        same(answer.getTotal(), NAMES.size());
        same(answer.getFacets().size(), 2);
        same(answer.getCatalogFieldsMapping().get("price"), "price");
        check(answer.getQuerySysMeta().containsKey("im_id"), "a name of the upload");
        check(answer.getProductTypes().get(0).getBox().size() == 4, "a box");
        Product best = answer.getResult().get(0);
        // Less than 1, because the object alone is compared with the whole picture.
        check(best.getScore() > 0.3 && best.getScore() <= 1, "a score");
        same(best.getData().get("brand").asString(), "A & B=ü");
        check(best.getMainImageUrl().endsWith("/bag-001.jpg"), "a picture");
        upload = answer.getImageId();
        SearchByImageParam again = SearchByImageParam.newFromImageId(upload);
        again.setFilters(Map.of("category", "shoe", "price", "0,199"));
        same(Set.copyOf(names(ok(api.imageSearch(again)))), Set.of("shoe-001", "shoe-002"));
        SearchByImageParam fetched = SearchByImageParam.newFromImageUrl(web + "/mug-001.jpg");
        same(names(ok(api.imageSearch(fetched))).get(0), "mug-001");
    }

    static void objects() {
        SearchByImageParam all = SearchByImageParam.newFromImageFile(new File(pictures, "../scenes/scene-01.jpg"));
        all.setSearchAllObjects(true);
        all.setDetectionLimit(3);
        List<ObjectProductResult> objects = ok(api.imageSearch(all)).getObjects();
        check(!objects.isEmpty() && objects.size() <= 3, "objects");
        for (ObjectProductResult object : objects) {
            same(object.getBox().size(), 4);
            same(object.getResult().size(), NAMES.size());
            check(object.getType() != null && object.getTotal() == NAMES.size(), "an object");
        }
    }

    static void words() {
        SearchByImageParam words = SearchByImageParam.newFromImageId(upload);
        words.setImageId(null);
        words.setQ("called lamp");
        same(names(ok(api.multiSearch(words))), List.of("lamp-001"));
        AutoCompleteResponse completed = api.multiSearchAutocomplete(words);
        calls += 1;
        same(completed.getStatus(), "OK");
        check(!completed.getResult().isEmpty(), "a completion");
        SearchByImageParam product = SearchByImageParam.newFromProductId("shoe-001");
        same(names(ok(api.multiSearch(product))).size(), NAMES.size() - 1);
    }

    static void product() {
        SearchByIdParam one = new SearchByIdParam("shoe-001");
        one.setReturnProductInfo(true);
        one.setAttrsToGet(List.of("title", "price"));
        one.setShowBestProductImages(true);
        one.setShowExcludedPids(true);
        one.setCustomParams(Map.of("strategy_id", "3"));
        ProductSearchResponse answer = ok(api.recommendations(one));
        same(names(answer).get(0), "shoe-002");
        same(answer.getProduct().getProductId(), "shoe-001");
        same(answer.getStrategy().getAlgorithm(), "VSR");
        same(answer.getExcludedPids(), List.of());
        same(answer.getResult().get(0).getBestImages().size(), 1);
        same(answer.getResult().get(0).getData().keySet(), Set.of("title", "price"));
        same(names(ok(api.visualSimilarSearch(one))), names(answer));
    }

    static void groups() {
        SearchByImageParam groups = SearchByImageParam.newFromImageId(upload);
        groups.setGroupBy("category");
        groups.setGroupLimit(2);
        ProductSearchResponse answer = ok(api.multiSearch(groups));
        same(answer.getGroupByKey(), "category");
        same(answer.getGroupProductResults().size(), 4);
    }

    static void together() {
        SearchByImageParam lamp = SearchByImageParam.newFromProductId("lamp-001");
        lamp.setCustomParams(Map.of("qinfo", "true"));
        ProductSearchResponse answer = ok(api.complementarySearch(lamp));
        same(answer.getQinfo().getProductId(), "lamp-001");
        check(!names(answer).isEmpty() && !names(answer).contains("lamp-001"), "other products");
        for (Product product : ok(api.outfitRecommendations(lamp)).getResult()) {
            same(product.getTags().get("category").asString(), product.getProductId().split("-")[0]);
        }
    }

    static void failures(String url) {
        ProductSearch stranger = new ProductSearch.Builder("WRONG", 1).setApiEndPoint(url).build();
        refused(stranger.recommendations(new SearchByIdParam("shoe-001")), 11, "Invalid app_key.");
        refused(api.recommendations(new SearchByIdParam("none")), 1101, "Product not found with product_id.");
        SearchByImageParam none = SearchByImageParam.newFromImageId(upload);
        none.setImageId(null);
        refused(api.imageSearch(none), 203, "Please provide 'image', 'im_url' or 'im_id' parameter.");
    }

    static ProductSearchResponse ok(ProductSearchResponse answer) {
        calls += 1;
        check(answer.getError() == null, String.valueOf(answer.getError() == null ? "" : answer.getError().getMessage()));
        same(answer.getStatus(), "OK");
        check(answer.getRequestId() != null, "a name");
        return answer;
    }

    static void refused(ProductSearchResponse answer, int code, String text) {
        calls += 1;
        same(answer.getStatus(), "fail");
        same(answer.getError().getCode(), code);
        same(answer.getError().getMessage(), text);
    }

    static List<String> names(ProductSearchResponse answer) {
        List<String> names = new ArrayList<>();
        for (Product product : answer.getResult()) names.add(product.getProductId());
        return names;
    }
}
