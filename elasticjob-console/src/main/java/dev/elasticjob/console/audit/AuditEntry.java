package dev.elasticjob.console.audit;

import java.util.Map;

/**
 * A request that may change something. An entry is written before the request is carried out, and another one with the same
 * id after it.
 *
 * @param at time, as ISO 8601
 * @param user name of the user; empty when none was logged in
 * @param way how the user was authenticated
 * @param action method and path
 * @param status of the response; {@link #INTENT} when the request has not ended yet
 * @param details subject of the request, without secrets
 * @param request id that joins the two entries; empty when there is only one
 */
public record AuditEntry(
        String at,
        String user,
        String role,
        String way,
        String address,
        String action,
        int status,
        Map<String, String> details,
        String request) {

    /** Status of an entry that was written before its request was carried out. */
    public static final int INTENT = 0;

    public AuditEntry {
        request = request == null ? "" : request;
        details = details == null ? Map.of() : details;
    }

    boolean isIntent() {
        return status == INTENT;
    }
}
