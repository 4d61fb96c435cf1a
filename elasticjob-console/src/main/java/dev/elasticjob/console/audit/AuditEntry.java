package dev.elasticjob.console.audit;

import java.util.Map;

/**
 * Something that was done, or tried.
 *
 * @param at when, as ISO 8601
 * @param user who; empty when nobody was logged in
 * @param way how they showed who they are
 * @param action method and path
 * @param status of the answer
 * @param details what it was about, without secrets
 */
public record AuditEntry(
        String at,
        String user,
        String role,
        String way,
        String address,
        String action,
        int status,
        Map<String, String> details) {}
