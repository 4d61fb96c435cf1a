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

/** Who may do what, and who did what. */
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

    /** @param password null leaves it as it is */
    record AccountChange(Role role, String password) {

        @Override
        public String toString() {
            return String.valueOf(role);
        }
    }

    /** @param revokedTokens tokens of the account that granted more than its role now does */
    record AccountChanged(String name, Role role, boolean configured, List<Tokens.View> revokedTokens) {}

    record NewToken(String name, Role role, Instant expiresAt) {}

    /** @param next the page after this one; empty when this is the last */
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

    /** Tokens do not outlive the account that created them, and grant no more than it has. */
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
