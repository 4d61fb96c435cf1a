package dev.elasticjob.console.rest;

import dev.elasticjob.console.audit.AuditDetails;
import dev.elasticjob.console.audit.AuditEntry;
import dev.elasticjob.console.audit.AuditLog;
import dev.elasticjob.console.security.Access;
import dev.elasticjob.console.security.Accounts;
import dev.elasticjob.console.security.Role;
import dev.elasticjob.console.security.Tokens;
import dev.elasticjob.console.security.Users;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints for accounts, tokens and the audit log. */
@RestController
@RequestMapping(Access.API)
class AdministrationController {

    private final Accounts accounts;
    private final Tokens tokens;
    private final AuditLog audit;

    AdministrationController(Accounts accounts, Tokens tokens, AuditLog audit) {
        this.accounts = accounts;
        this.tokens = tokens;
        this.audit = audit;
    }

    /** @param password new password; null to keep the current one */
    record AccountChange(Role role, String password) {

        @Override
        public String toString() {
            return String.valueOf(role);
        }
    }

    /** @param revokedTokens tokens of the account that granted more than its new role */
    record AccountChanged(String name, Role role, boolean configured, List<Tokens.View> revokedTokens) {}

    record NewToken(String name, Role role, Instant expiresAt) {}

    /** @param next number of the next page; empty on the last page */
    record AuditPage(List<AuditEntry> entries, Optional<Integer> next) {}

    @GetMapping("/accounts")
    List<Accounts.View> accounts() {
        return accounts.list();
    }

    @PutMapping("/accounts/{account}")
    AccountChanged putAccount(
            @PathVariable String account, @RequestBody AccountChange body, HttpServletRequest request) {
        if (body.role() == null) {
            throw new IllegalArgumentException("role is missing; use one of " + List.of(Role.values()));
        }
        AuditDetails.add(request, "role", body.role());
        AuditDetails.add(request, "newPassword", body.password() != null);
        Accounts.View changed = accounts.put(account, body.role(), body.password());
        List<Tokens.View> revoked = revokeTokens(account, Optional.of(body.role()), request);
        return new AccountChanged(changed.name(), changed.role(), changed.configured(), revoked);
    }

    /** Revokes tokens that outlive their account or grant more than its role. */
    private List<Tokens.View> revokeTokens(String account, Optional<Role> left, HttpServletRequest request) {
        List<Tokens.View> revoked = tokens.revokeBeyond(account, left);
        if (!revoked.isEmpty()) {
            AuditDetails.add(
                    request,
                    "revokedTokens",
                    revoked.stream()
                            .map(each -> each.id() + " '" + each.name() + "' as " + each.role())
                            .toList());
        }
        return revoked;
    }

    @DeleteMapping("/accounts/{account}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void deleteAccount(@PathVariable String account, HttpServletRequest request) {
        accounts.delete(account);
        revokeTokens(account, Optional.empty(), request);
    }

    @GetMapping("/tokens")
    List<Tokens.View> tokens() {
        return tokens.list();
    }

    @PostMapping("/tokens")
    @ResponseStatus(HttpStatus.CREATED)
    Tokens.Created createToken(@RequestBody NewToken body, HttpServletRequest request) {
        Tokens.Created created =
                tokens.create(body.name(), body.role(), Users.require(), Optional.ofNullable(body.expiresAt()));
        AuditDetails.add(request, "token", created.view().id() + " '" + body.name() + "' as " + body.role());
        return created;
    }

    @DeleteMapping("/tokens/{token}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void revokeToken(@PathVariable String token) {
        tokens.revoke(token);
    }

    @GetMapping("/audit")
    AuditPage audit(
            @RequestParam(required = false) String user,
            @RequestParam(required = false) String action,
            @RequestParam(required = false) Instant from,
            @RequestParam(required = false) Instant to,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "100") int size) {
        PageRequest wanted = new PageRequest(page, size);
        List<AuditEntry> entries = audit.latest(
                entry -> (user == null || entry.user().equals(user))
                        && (action == null || entry.action().contains(action))
                        && (from == null || !Instant.parse(entry.at()).isBefore(from))
                        && (to == null || Instant.parse(entry.at()).isBefore(to)),
                wanted.skipped(),
                wanted.size() + 1);
        boolean more = entries.size() > size;
        return new AuditPage(
                more ? entries.subList(0, size) : entries, more ? Optional.of(page + 1) : Optional.empty());
    }
}
