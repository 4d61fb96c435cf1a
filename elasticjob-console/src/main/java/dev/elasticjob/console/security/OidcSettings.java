package dev.elasticjob.console.security;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Settings for single sign-on with OpenID Connect.
 *
 * @param nameClaim claim that contains the user name
 * @param roleClaim claim that contains groups or roles; dots separate nested claims
 * @param values for each role, the values of the role claim that grant it
 * @param defaultRole role of users without a mapped value; if empty, these users are rejected
 */
public record OidcSettings(
        String issuer,
        String clientId,
        String clientSecret,
        List<String> scopes,
        String nameClaim,
        String roleClaim,
        Map<Role, List<String>> values,
        Optional<Role> defaultRole) {

    /**
     * Reads the settings from the keys {@code console.oidc.*}, or {@code casdoor.*} as in the manual.
     *
     * @param setting returns the value of a key, or null
     * @return the settings; empty if no issuer is set
     */
    public static Optional<OidcSettings> from(Function<String, String> setting) {
        String issuer = first(setting, "console.oidc.issuer", "casdoor.endpoint");
        if (issuer == null) {
            return Optional.empty();
        }
        return Optional.of(new OidcSettings(
                issuer.replaceAll("/+$", ""),
                required(setting, "console.oidc.client-id", "casdoor.client-id"),
                required(setting, "console.oidc.client-secret", "casdoor.client-secret"),
                list(setting, "console.oidc.scopes", "openid,profile,email"),
                text(setting, "console.oidc.name-claim", "preferred_username"),
                text(setting, "console.oidc.role-claim", "groups"),
                Map.of(
                        Role.ADMIN, list(setting, "console.oidc.admin", ""),
                        Role.OPERATOR, list(setting, "console.oidc.operator", ""),
                        Role.GUEST, list(setting, "console.oidc.guest", "")),
                defaultRole(setting)));
    }

    /**
     * Returns the role of users without a mapped value. The manual's properties for Casdoor have no roles, and every user whom
     * Casdoor authenticates may use the console. Such a configuration therefore admits its users, with read access only. If at
     * least one role is mapped, only the mapping applies.
     */
    private static Optional<Role> defaultRole(Function<String, String> setting) {
        String configured = first(setting, "console.oidc.default-role");
        if (configured != null) {
            return Optional.of(role(configured));
        }
        boolean isOfManual = first(setting, "console.oidc.issuer") == null;
        boolean isMapped = first(setting, "console.oidc.admin", "console.oidc.operator", "console.oidc.guest") != null;
        return isOfManual && !isMapped ? Optional.of(Role.GUEST) : Optional.empty();
    }

    private static Role role(String text) {
        for (Role each : Role.values()) {
            if (each.name().equalsIgnoreCase(text)) {
                return each;
            }
        }
        throw new IllegalArgumentException(
                "console.oidc.default-role is '" + text + "'; use one of " + List.of(Role.values()));
    }

    private static String required(Function<String, String> setting, String... keys) {
        String value = first(setting, keys);
        if (value == null) {
            throw new IllegalArgumentException(
                    keys[0] + " is not set; single sign-on needs it, or leave out its issuer");
        }
        return value;
    }

    private static List<String> list(Function<String, String> setting, String key, String usual) {
        return List.of(text(setting, key, usual).split(",")).stream()
                .map(String::trim)
                .filter(each -> !each.isEmpty())
                .toList();
    }

    private static String text(Function<String, String> setting, String key, String usual) {
        String value = first(setting, key);
        return value == null ? usual : value;
    }

    private static String first(Function<String, String> setting, String... keys) {
        for (String key : keys) {
            String value = setting.apply(key);
            if (value != null && !value.isBlank()) {
                return value.trim();
            }
        }
        return null;
    }

    /** Omits the secret. */
    @Override
    public String toString() {
        return issuer + " as " + clientId;
    }
}
