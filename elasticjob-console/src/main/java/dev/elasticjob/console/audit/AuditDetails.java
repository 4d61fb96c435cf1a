package dev.elasticjob.console.audit;

import jakarta.servlet.http.HttpServletRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The subject of a request, added by the code that handles the request. */
public final class AuditDetails {

    private static final String ATTRIBUTE = AuditDetails.class.getName();
    private static final int LONGEST = 2_000;

    private AuditDetails() {}

    /** @param value value without secrets */
    public static void add(HttpServletRequest request, String key, Object value) {
        String text = String.valueOf(value);
        details(request).put(key, text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text);
    }

    public static Map<String, String> of(HttpServletRequest request) {
        return new TreeMap<>(details(request));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, String> details(HttpServletRequest request) {
        Map<String, String> details = (Map<String, String>) request.getAttribute(ATTRIBUTE);
        if (details == null) {
            details = new LinkedHashMap<>();
            request.setAttribute(ATTRIBUTE, details);
        }
        return details;
    }
}
