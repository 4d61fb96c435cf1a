package dev.elasticjob.console.security;

import dev.elasticjob.console.store.DataDirectory;
import dev.elasticjob.console.store.StoredList;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tokens for programs. A token is displayed once, and only its hash is stored. */
public final class Tokens {

    private static final Pattern FORM = Pattern.compile("ejt_([0-9a-f]{16})_([0-9a-f]{64})");
    private static final int LONGEST_NAME = 100;
    private static final int ID_BYTES = 8;
    private static final int SECRET_BYTES = 32;

    private final SecureRandom random = new SecureRandom();
    private final InstantSource clock;
    private final StoredList<Stored> stored;

    /**
     * A stored token.
     *
     * @param expiresAt expiry time; null for none
     * @param owner the account on which the token depends: its creator, or the owner of the token that created it; null if the
     *     creator has no account in this console
     */
    record Stored(
            String id,
            String name,
            Role role,
            String hash,
            String createdBy,
            String createdAt,
            String expiresAt,
            String owner) {

        /** Returns the creator if there is no owner: tokens of earlier versions have none. */
        String ownerOrCreator() {
            return owner == null ? createdBy : owner;
        }

        boolean isExpired(Instant now) {
            return expiresAt != null && !now.isBefore(Instant.parse(expiresAt));
        }
    }

    /** @param owner the account whose deletion revokes the token; empty if there is none */
    public record View(
            String id,
            String name,
            Role role,
            String createdBy,
            String createdAt,
            Optional<String> expiresAt,
            Optional<String> owner) {}

    /** @param token the token, which cannot be retrieved again */
    public record Created(View view, String token) {}

    public Tokens(DataDirectory directory, InstantSource clock) {
        this.clock = clock;
        this.stored = new StoredList<>(directory, "tokens.json", Stored.class);
    }

    public List<View> list() {
        return stored.all().stream().map(Tokens::view).toList();
    }

    public Created create(String name, Role role, ConsoleUser creator, Optional<Instant> expiresAt) {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("name is empty; say what the token is for");
        }
        if (name.length() > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "name has " + name.length() + " characters; use at most " + LONGEST_NAME);
        }
        if (role == null) {
            throw new IllegalArgumentException("role is missing; use one of " + List.of(Role.values()));
        }
        Instant now = clock.instant();
        expiresAt.filter(end -> !end.isAfter(now)).ifPresent(end -> {
            throw new IllegalArgumentException("expiresAt is " + end + ", which has passed; choose a later time");
        });
        String id = hex(ID_BYTES);
        String secret = hex(SECRET_BYTES);
        Stored token = new Stored(
                id,
                name,
                role,
                Hashes.sha256(secret),
                creator.name(),
                now.toString(),
                expiresAt.map(Instant::toString).orElse(null),
                owner(creator));
        stored.change(list -> {
            list.add(token);
            return list;
        });
        return new Created(view(token), "ejt_" + id + "_" + secret);
    }

    private String owner(ConsoleUser creator) {
        return switch (creator.way()) {
            case PASSWORD -> creator.name();
            case TOKEN ->
                stored.all().stream()
                        .filter(each -> each.id().equals(creator.stamp()))
                        .map(Stored::ownerOrCreator)
                        .findFirst()
                        .orElse(null);
            case SINGLE_SIGN_ON -> null;
        };
    }

    /**
     * Revokes the tokens that depend on an account and grant more than the role of the account.
     *
     * @param left the role of the account; empty if the account was deleted
     * @return the revoked tokens
     */
    public List<View> revokeBeyond(String account, Optional<Role> left) {
        List<Stored> revoked = stored.all().stream()
                .filter(each -> each.ownerOrCreator().equals(account))
                .filter(each -> left.filter(role -> role.includes(each.role())).isEmpty())
                .toList();
        if (!revoked.isEmpty()) {
            stored.change(list -> {
                list.removeAll(revoked);
                return list;
            });
        }
        return revoked.stream().map(Tokens::view).toList();
    }

    public void revoke(String id) {
        stored.change(list -> {
            if (!list.removeIf(each -> each.id().equals(id))) {
                throw new NoSuchElementException("There is no token '" + id + "'; GET /api/v1/tokens lists them");
            }
            return list;
        });
    }

    void onChange(Runnable listener) {
        stored.onChange(listener);
    }

    /** Returns whether the token exists and has not expired. */
    boolean isValid(String id) {
        Instant now = clock.instant();
        return stored.all().stream().anyMatch(each -> each.id().equals(id) && !each.isExpired(now));
    }

    public Optional<ConsoleUser> authenticate(String token) {
        Matcher matcher = FORM.matcher(token);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        byte[] hash = Hashes.sha256(matcher.group(2)).getBytes(StandardCharsets.US_ASCII);
        Instant now = clock.instant();
        return stored.all().stream()
                .filter(each -> each.id().equals(matcher.group(1)))
                .filter(each -> MessageDigest.isEqual(hash, each.hash().getBytes(StandardCharsets.US_ASCII)))
                .filter(each -> !each.isExpired(now))
                .findFirst()
                .map(each -> new ConsoleUser("token:" + each.name(), each.role(), ConsoleUser.Way.TOKEN, each.id()));
    }

    private static View view(Stored token) {
        return new View(
                token.id(),
                token.name(),
                token.role(),
                token.createdBy(),
                token.createdAt(),
                Optional.ofNullable(token.expiresAt()),
                Optional.ofNullable(token.owner()));
    }

    private String hex(int bytes) {
        byte[] result = new byte[bytes];
        random.nextBytes(result);
        return HexFormat.of().formatHex(result);
    }
}
