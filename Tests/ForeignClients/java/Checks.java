import com.visenze.visearch.ImageResult;
import com.visenze.visearch.PagedSearchResult;
import com.visenze.visearch.internal.ResponseBase;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What is expected of answers; the first that is otherwise ends the run. */
class Checks {
    static int calls = 0;

    static <Answer extends ResponseBase> Answer called(Answer answer) {
        calls += 1;
        return answer;
    }

    static PagedSearchResult ok(PagedSearchResult answer) {
        called(answer);
        check(answer.getErrorMessage() == null, answer.getErrorMessage() + " " + answer.getCause() + " "
            + answer.getRawResponseMessage());
        check(answer.getReqId() != null && answer.getReqId().equals(answer.getHeaders().get("X-Log-ID")), "a name");
        return answer;
    }

    static void refused(PagedSearchResult answer, String text) { same(called(answer).getErrorMessage(), text); }

    static List<String> names(PagedSearchResult answer) {
        List<String> names = new ArrayList<>();
        for (ImageResult hit : answer.getResult()) names.add(hit.getImName());
        return names;
    }

    static void same(Object found, Object expected) {
        check(Objects.equals(found, expected), "found " + found + ", expected " + expected);
    }

    static void check(boolean holds, String text) {
        if (!holds) throw new AssertionError("call " + calls + ": " + text);
    }
}
