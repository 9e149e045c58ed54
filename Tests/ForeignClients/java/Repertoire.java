import com.visenze.visearch.*;
import com.visenze.visearch.ColorSearchParams.ColorAndWeight;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.nio.file.Files;
import java.util.*;

/**
 * Runs the whole repertoire of the official Java SDK against a server, and stops at the first surprise.
 *
 * Repertoire URL PICTURES WEB: the server with the keys ak:sk, the folder of the drawn sample pictures, and the address
 * under which the server may fetch the same folder. The SDK's sources (com.visenze.visearch and com.visenze.common of
 * visearch-sdk-java 1.15.0) and this file compile together with javac 17 and Debian's packages libhttpclient-java,
 * libhttpmime-java, libcommons-codec-java, libcommons-logging-java, libjackson2-databind-java and libguava-java.
 */
public class Repertoire extends Checks {
    static final List<String> NAMES = List.of("shoe-001", "shoe-002", "bag-001", "bag-002", "mug-001", "lamp-001");
    static String url, web;
    static File pictures;
    static ViSearch api;

    public static void main(String[] arguments) throws Exception {
        url = arguments[0].replaceAll("/$", "");
        pictures = new File(arguments[1]);
        web = arguments[2];
        api = new ViSearch(url, "ak", "sk");
        insert();
        search();
        narrow();
        group();
        failures();
        recommend();
        colors();
        upload();
        detect();
        discover();
        match();
        features();
        words();
        remove();
        keys();
        System.out.println("all went well: " + calls + " calls");
    }

    static void insert() throws Exception {
        List<Image> images = new ArrayList<>();
        for (int index = 0; index < NAMES.size(); index++) {
            String name = NAMES.get(index);
            // Several blanks, signs that mean something in forms, and letters that are none of ASCII.
            images.add(new Image(name, web + "/" + name + ".jpg", Map.of(
                "price", String.valueOf(10.5 + index), "stock", String.valueOf(index), "brand", "A & B=ü+%20",
                "category", name.split("-")[0], "title", "Ünï 靴 called " + name)));
        }
        // Where an image is missing, the indices have a gap.
        images.add(2, null);
        InsertTrans begun = called(api.insert(images));
        same(begun.getTotal(), 6);
        same(begun.getErrorList(), List.of());
        InsertStatus status = finish(begun);
        same(List.of(status.getTotal(), status.getSuccessCount(), status.getFailCount()), List.of(6, 6, 0));
        same(status.getTransId(), begun.getTransId());
        check(!status.getUpdateTime().before(status.getStartTime()), "times run forward");
        check(Math.abs(status.getUpdateTime().getTime() - System.currentTimeMillis()) < 600_000, "times are of today");
        same(status.getErrorList(), null);

        begun = called(api.insert(List.of(
            new Image("not valid", web + "/mug-001.jpg"), new Image("gone-1", web + "/none-1.jpg"),
            new Image("nowhere", null), new Image("gone-2", web + "/none-2.jpg"),
            new Image("cheap", web + "/mug-001.jpg", Map.of("price", "cheap"))), Map.of("custom", "1")));
        same(begun.getTotal(), 2);
        List<String> faults = new ArrayList<>();
        for (InsertError error : begun.getErrorList()) {
            faults.add(error.getIndex() + " " + error.getImName() + " " + error.getErrorCode());
        }
        same(faults, List.of("0 not valid 107", "2 nowhere 108", "4 cheap 109"));
        status = finish(begun);
        same(List.of(status.getSuccessCount(), status.getFailCount()), List.of(0, 2));
        InsertStatus second = called(api.insertStatus(begun.getTransId(), 2, 1));
        same(List.of(second.getErrorPage(), second.getErrorLimit()), List.of(2, 1));
        same(second.getErrorList().size(), 1);
        same(second.getErrorList().get(0).getImName(), "gone-2");
        same(second.getErrorList().get(0).getErrorCode(), 201);
        check(called(api.insertStatus("1")).getRawResponseMessage().contains("\"error_code\":101"), "no such work");

        begun = called(api.insert(List.of()));
        same(begun.getErrorList().get(0).getErrorCode(), 104);
        images.clear();
        for (int index = 0; index < 101; index++) images.add(new Image("n" + index, web + "/mug-001.jpg"));
        same(called(api.insert(images)).getErrorList().get(0).getErrorCode(), 103);

        // Attributes alone, of an item that is there.
        finish(called(api.insert(List.of(new Image("lamp-001", null, Map.of("price", "99.5"))))));
    }

    static void search() {
        PagedSearchResult found = ok(api.search(shoe()
            .setFl(List.of("price", "im_url", "nothing")).setFq(Map.of("price", "0, 12")).setScore(true)));
        same(names(found), List.of("shoe-002"));
        same(found.getResult().get(0).getMetadata(), Map.of("price", "11.500000", "im_url", web + "/shoe-002.jpg"));
        check(found.getResult().get(0).getScore() > 0 && found.getResult().get(0).getScore() <= 1, "a score");

        SearchParams everything = shoe().setPage(1).setLimit(4).setGetAllFl(true)
            .setQInfo(true).setFacets(List.of("brand", "category", "price", "stock")).setFacetsLimit(2)
            .setFacetsShowCount(true).setScore(true).setScoreMin(0f).setScoreMax(1f).setSortBy("price:desc")
            .setDedup(true).setDedupThreshold(0.001f).setLocale("de-DE").setVsfq(Map.of("color", "red"))
            .setVsfl(List.of("color")).setVsConfig(Map.of("a", "b")).setCustom(Map.of("anything", "at all & more"));
        everything.setVaUid("somebody");
        everything.setVaSid("some time");
        DiversityQuery diversity = new DiversityQuery();
        diversity.setField("brand");
        diversity.setValue("A");
        diversity.setRatio(50);
        everything.setDiversityQueries(List.of(diversity));
        found = ok(api.search(everything));
        same(List.of(found.getPage(), found.getLimit()), List.of(1, 4));
        same(found.getQueryInfo().get("title"), "Ünï 靴 called shoe-001");
        same(found.getQueryInfo().get("price"), "10.500000");
        Map<String, Facet> facets = new HashMap<>();
        for (Facet facet : found.getFacets()) facets.put(facet.getKey(), facet);
        same(facets.keySet(), Set.of("brand", "category", "price", "stock"));
        same(facets.get("brand").getFacetItems().get(0).getValue(), "A & B=ü+%20");
        check(facets.get("brand").getFacetItems().get(0).getCount() > 0, "a count");
        check(facets.get("category").getFacetItems().size() <= 2, "as many values as were asked for");
        FacetRange range = facets.get("price").getRange();
        check(range.getMin().intValue() >= 11 && range.getMax().intValue() <= 100, "a range");
        check(facets.get("stock").getRange().getMin() != null, "a range of whole numbers");

        found = ok(api.search(shoe()));
        same(List.of(found.getPage(), found.getLimit(), found.getTotal()), List.of(1, 10, 5));
        check(found.getResult().get(0).getScore() == null && found.getFacets() == null, "nothing more");
        check(found.getQueryInfo() == null && found.getObjects() == null, "nothing more");
        found = ok(api.search(shoe().setFacets(List.of("*"))));
        ok(new ViSearch(url + "/", "ak", "sk").search(shoe()));
        check(found.getFacets().stream().noneMatch(facet -> facet.getKey().equals("title")), "no facet of texts");
        same(found.getFacets().get(0).getFacetItems().get(0).getCount(), null);
    }

    static void narrow() {
        PagedSearchResult found = ok(api.search(shoe().setSortBy("price:asc").setFl(List.of("stock"))));
        same(names(found), List.of("shoe-002", "bag-001", "bag-002", "mug-001", "lamp-001"));
        same(found.getResult().get(0).getMetadata(), Map.of("stock", "1"));
        found = ok(api.search(shoe().setPage(2).setLimit(2).setSortBy("price:desc")));
        same(names(found), List.of("bag-002", "bag-001"));
        same(ok(api.search(shoe().setPage(50))).getResult(), List.of());
        same(names(ok(api.search(shoe().setFq(Map.of("category", "bag", "price", "13.0,99"))))),
            List.of("bag-002"));
        same(names(ok(api.search(shoe().setFq(Map.of("brand", "A & B=ü+%20", "stock", "5"))))),
            List.of("lamp-001"));
        same(ok(api.search(shoe().setFq(Map.of("category", "hat")))).getTotal(), 0);
        same(ok(api.search(shoe().setScoreMin(0.999f))).getResult(), List.of());
    }

    static void group() {
        PagedSearchResult found = ok(api.search(shoe().setGroupBy("category").setGroupLimit(2)
            .setSortGroupBy("price:desc").setSortGroupStrategy("max").setScore(true)));
        same(found.getGroupByKey(), "category");
        same(found.getGroupLimit(), 2);
        same(found.getLimit(), null);
        same(found.getResult(), List.of());
        Map<String, Integer> groups = new TreeMap<>();
        for (GroupSearchResult group : found.getGroupSearchResults()) {
            groups.put(group.getGroupByValue(), group.getResult().size());
            check(group.getResult().get(0).getScore() != null, "a score");
        }
        same(groups, Map.of("bag", 2, "lamp", 1, "mug", 1, "shoe", 1));
        found = ok(api.search(shoe().setGroupBy("category").setFq(Map.of("category", "hat"))));
        same(found.getGroupSearchResults(), List.of());
    }

    static void failures() {
        refused(api.search(new SearchParams("none")), "Image not found with im_name.");
        refused(api.search(shoe().setScoreMax(2f)), "score_max must be no more than 1");
        refused(api.search(shoe().setCustom(Map.of("score", "maybe"))),
            "score must be false or true.");
        refused(api.browseLinkedGalleryImages(new BrowseLinkedGalleryParams("12")), "strategy_id is invalid.");
        refused(new ViSearch(url + "/nowhere", "ak", "sk").search(shoe()),
            "There is nothing here.");
    }

    static void recommend() {
        RecommendSearchParams plain = new RecommendSearchParams("mug-001");
        PagedSearchResult found = ok(api.recommendation(plain));
        same(found.getResult().size(), 5);
        check(found.getAlgorithm() != null, "an algorithm");
        RecommendSearchParams all = new RecommendSearchParams("mug-001");
        all.setAlgorithm("STL");
        all.setAltLimit(3);
        all.setDedupBy("category");
        all.setStrategyId("7");
        all.setUserContext("{\"user\": \"ü\"}");
        all.setShowPinnedImNames(true);
        all.setShowExcludedImNames(true);
        all.setUseSetBasedCtl(true);
        all.setSetLimit(2);
        all.setShowBestProductImages(true);
        all.setNonProductBasedRecs(false);
        all.setBoxList(List.of("0,0,10,10", "10,10,50,50"));
        all.setCategoryList(List.of("bag", "shoe"));
        found = ok(api.recommendation(all));
        same(found.getResult().size(), 2);
        for (ImageResult hit : found.getResult()) same(hit.getAlternatives().size(), 1);
        same(found.getExcludedImNames(), List.of());
        refused(api.recommendation(new RecommendSearchParams("none")), "Image not found with im_name.");
    }

    @SuppressWarnings("deprecation")
    static void colors() {
        PagedSearchResult found = ok(api.colorSearch(new ColorSearchParams("c4302b").setScore(true)));
        same(found.getResult().size(), 6);
        same(names(found).get(0), "shoe-001");
        found = ok(api.colorSearch(new ColorSearchParams(List.of(
            new ColorAndWeight("000000", 50), new ColorAndWeight("FFFFFF"), new ColorAndWeight("1e8587", 100)))
            .setLimit(3).setFacets(List.of("category")).setFl(List.of("price")).setQInfo(true)));
        same(found.getResult().size(), 3);
        same(found.getFacets().get(0).getKey(), "category");
        check(found.getResult().get(0).getMetadata().containsKey("price"), "attributes");
    }

    static void upload() throws Exception {
        File bag = picture("bag-002");
        PagedSearchResult byFile = ok(api.uploadSearch(new UploadSearchParams(bag).setScore(true)
            .setFl(List.of("title")).setFq(Map.of("brand", "A & B=ü+%20"))));
        same(names(byFile).get(0), "bag-002");
        same(byFile.getResult().get(0).getMetadata().get("title"), "Ünï 靴 called bag-002");
        check(byFile.getImId() != null && byFile.getProductTypes().isEmpty(), "an upload without detection");
        byte[] bytes = Files.readAllBytes(bag.toPath());
        same(names(ok(api.uploadSearch(new UploadSearchParams(new ByteArrayInputStream(bytes))))), names(byFile));
        same(names(ok(api.uploadSearch(new UploadSearchParams(web + "/bag-002.jpg?x=1&y=a%20b")))), names(byFile));
        same(names(ok(api.uploadSearch(new UploadSearchParams().setImId(byFile.getImId())))), names(byFile));
        // The earlier upload comes before the URL.
        same(names(ok(api.uploadSearch(new UploadSearchParams(web + "/mug-001.jpg").setImId(byFile.getImId())))),
            names(byFile));

        for (Box box : List.of(new Box(10, 10, 200, 200), new Box(100, 100, 100, 100), new Box(-5, 0, 10, 10),
            new Box(9000, 9000, 9100, 9100), new Box(200, 200, 10, 10))) {
            same(ok(api.uploadSearch(new UploadSearchParams(bag).setBox(box))).getTotal(), 6);
            same(ok(api.uploadSearch(new UploadSearchParams().setImId(byFile.getImId()).setBox(box))).getTotal(), 6);
        }
        PagedSearchResult groups = ok(api.uploadSearch(new UploadSearchParams(bag).setGroupBy("category")));
        same(groups.getGroupSearchResults().get(0).getGroupByValue(), "bag");
        refused(api.uploadSearch(new UploadSearchParams("not a url")), "Invalid image or im_url.");
        refused(api.uploadSearch(new UploadSearchParams(web + "/none.jpg")),
            "Could not download the image from im_url.");
        refused(api.uploadSearch(new UploadSearchParams().setImId("none.jpg")), "im_id is invalid.");
        refused(api.uploadSearch(new UploadSearchParams(new ByteArrayInputStream("no picture".getBytes()))),
            "Invalid image file format.");
        refused(api.uploadSearch(new UploadSearchParams(new ByteArrayInputStream(new byte[0]))),
            "Missing im_url or im_id.");
    }

    static void detect() {
        File scene = scene("scene-01");
        PagedSearchResult found = ok(api.uploadSearch(new UploadSearchParams(scene).setDetection("all")
            .setDetectionLimit(3).setDetectionSensitivity("high")));
        check(!found.getProductTypes().isEmpty() && found.getProductTypes().size() <= 3, "things in the picture");
        for (ProductType type : found.getProductTypes()) {
            check(type.getType() != null && type.getScore() != null && type.getAttributes() != null, "a thing");
            same(type.getBox().size(), 4);
            check(type.getBox().get(0) < type.getBox().get(2) && type.getBox().get(1) < type.getBox().get(3), "a box");
        }
        for (ProductType type : found.getProductTypesList()) {
            check(type.getType() != null && type.getAttributesList() != null, "a type");
        }
        for (String detection : List.of("", " ", "bag", "no such thing")) {
            same(ok(api.uploadSearch(new UploadSearchParams(scene).setDetection(detection))).getTotal(), 6);
        }
    }

    static void discover() throws Exception {
        UploadSearchParams query = new UploadSearchParams(scene("scene-02")).setDetectionLimit(3).setResultLimit(2)
            .setFl(List.of("im_url")).setFacets(List.of("price"));
        PagedSearchResult found = ok(api.discoverSearch(query));
        check(!found.getObjects().isEmpty() && found.getObjects().size() <= 3, "things in the picture");
        for (ObjectSearchResult thing : found.getObjects()) {
            check(thing.getType() != null && thing.getAttributes() != null && thing.getScore() != null, "a thing");
            same(thing.getBox().size(), 4);
            same(List.of(thing.getTotal(), thing.getResult().size()), List.of(6, 2));
            check(thing.getResult().get(0).getScore() != null, "discoversearch says scores");
            check(thing.getResult().get(0).getMetadata().get("im_url").startsWith(web), "attributes");
            check(thing.getFacets().get(0).getRange() != null, "facets of a thing");
        }
        check(found.getObjectTypesList() != null && found.getImId() != null, "types and the name of the upload");
        PagedSearchResult again = ok(api.discoverSearch(new UploadSearchParams().setImId(found.getImId())
            .setDetection("all").setDetectionLimit(1).setResultLimit(2).setScore(false)));
        same(again.getObjects().size(), 1);
        same(again.getObjects().get(0).getResult().get(0).getScore(), null);
        same(again.getObjects().get(0).getBox(), found.getObjects().get(0).getBox());
        check(!ok(api.discoverSearch(new UploadSearchParams(web + "/bag-001.jpg"))).getObjects().isEmpty(), "by URL");
        found = ok(api.discoverSearch(new UploadSearchParams(scene("scene-02")).setBox(new Box(91, 98, 304, 295))
            .setGroupBy("category").setGroupLimit(1)));
        same(found.getObjects().size(), 1);
        same(found.getObjects().get(0).getGroupResults().get(0).getResult().size(), 1);
        found = ok(api.similarProductsSearch(query));
        same(found.getObjects().size(), found.getProductTypes().size());
        same(found.getObjects().get(0).getResult().size(), 2);
        refused(api.discoverSearch(new UploadSearchParams(new ByteArrayInputStream("no picture".getBytes()))),
            "Invalid image file format.");
    }

    static void match() {
        PagedSearchResult found = ok(api.matchSearch(new MatchSearchParams("bag-001").setResultLimit(2)));
        same(found.getObjects().size(), 1);
        same(found.getObjects().get(0).getResult().size(), 2);
        same(found.getQueryInfo().get("im_name"), "bag-001");
        MatchSearchParams narrow = new MatchSearchParams("bag-001").setObjectLimit(1);
        narrow.setFq(Map.of("category", "shoe")).setFl(List.of("price")).setScore(true);
        same(ok(api.matchSearch(narrow)).getObjects().get(0).getTotal(), 2);
        refused(api.matchSearch(new MatchSearchParams("none")), "Image not found with im_name.");
    }

    static void features() {
        FeatureResponseResult feature = called(api.extractFeature(new UploadSearchParams(picture("lamp-001"))));
        same(feature.getErrorMessage(), null);
        same(feature.getReqId(), feature.getHeaders().get("X-Log-ID"));
        same(feature.getResult().size(), 1);
        check(feature.getImId() != null && feature.getProductTypes() != null, "an upload");
        String text = feature.getResult().get(0);
        same(called(api.extractFeature(new UploadSearchParams(web + "/lamp-001.jpg"))).getResult(), List.of(text));
        UploadSearchParams earlier = new UploadSearchParams().setImId(feature.getImId());
        same(called(api.extractFeature(earlier)).getResult(), List.of(text));
        PagedSearchResult found = ok(api.uploadSearch(new UploadSearchParams().setImFeature(text).setTransId("17")
            .setLimit(2).setFl(List.of("title"))));
        same(names(found).get(0), "lamp-001");
        same(found.getResult().get(0).getMetadata().get("title"), "Ünï 靴 called lamp-001");
        refused(api.uploadSearch(new UploadSearchParams().setImFeature("nonsense")), "im_feature is invalid.");
        same(called(api.extractFeature(new UploadSearchParams("not a url"))).getErrorMessage(),
            "Invalid image or im_url.");
    }

    static void words() {
        same(names(ok(api.multiSearch(new UploadSearchParams().setQ("靴 bag-002")))).get(0), "bag-002");
        same(names(ok(api.multiSearch(new UploadSearchParams(picture("mug-001"))))).get(0), "mug-001");
        check(!names(ok(api.multiSearch(new UploadSearchParams(picture("mug-001")).setQ("lamp")))).isEmpty(), "both");
        UploadSearchParams begun = new UploadSearchParams().setQ("cal").setLimit(3);
        AutoCompleteResult words = called(api.multiSearchAutoComplete(begun));
        same(words.getErrorMessage(), null);
        same(words.getResult().get(0).getText(), "called");
        same(words.getResult().get(0).getScore(), 6.0);
        words = called(api.multiSearchAutoComplete(new UploadSearchParams(picture("mug-001")).setQ("zzz")));
        same(words.getResult(), List.of());
    }

    static void remove() {
        same(called(api.remove(List.of("shoe-001", "none"))).getTotal(), 1);
        RemoveStatus status = called(api.remove(List.of("shoe-001")));
        same(status.getErrorMessage(), null);
        same(status.getTotal(), 0);
        refused(api.search(shoe()), "Image not found with im_name.");
        status = called(api.remove(NAMES));
        same(status.getTotal(), 5);
        same(ok(api.uploadSearch(new UploadSearchParams(picture("mug-001")))).getResult(), List.of());
        same(ok(api.discoverSearch(new UploadSearchParams(scene("scene-01")))).getObjects().get(0).getResult(),
            List.of());
    }

    static void keys() {
        String text = "Invalid access key or secret key.";
        ViSearch stranger = new ViSearch(url, "ak", "other", new ClientConfig());
        refused(stranger.search(shoe()), text);
        refused(stranger.uploadSearch(new UploadSearchParams(picture("mug-001"))), text);
        refused(stranger.recommendation(new RecommendSearchParams("mug-001")), text);
        same(called(stranger.extractFeature(new UploadSearchParams(picture("mug-001")))).getErrorMessage(), text);
        same(called(stranger.multiSearchAutoComplete(new UploadSearchParams().setQ("x"))).getErrorMessage(), text);
        InsertTrans begun = called(stranger.insert(List.of(new Image("x", web + "/mug-001.jpg"))));
        same(begun.getErrorList().get(0).getErrorMessage(), text);
        same(called(stranger.insertStatus("1")).getErrorMessage(), text);
        same(called(stranger.remove(List.of("x"))).getErrorMessage(), text);
    }

    static SearchParams shoe() { return new SearchParams("shoe-001"); }

    static File picture(String name) { return new File(pictures, name + ".jpg"); }

    static File scene(String name) { return new File(pictures.getParentFile(), "scenes/" + name + ".jpg"); }

    static InsertStatus finish(InsertTrans begun) throws Exception {
        for (int round = 0; round < 600; round++) {
            InsertStatus status = called(api.insertStatus(begun.getTransId()));
            same(status.getErrorMessage(), null);
            if (status.getProcessedPercent() == 100) return status;
            Thread.sleep(100);
        }
        throw new AssertionError("the insertion does not end");
    }
}
