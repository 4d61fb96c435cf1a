package dev.elasticjob.console.security;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserService;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/** Maps the claims of users from the OpenID Connect provider to roles. */
final class OidcRoles implements OAuth2UserService<OidcUserRequest, OidcUser> {

    private final OidcUserService users = new OidcUserService();
    private final OidcSettings settings;

    OidcRoles(OidcSettings settings) {
        this.settings = settings;
    }

    @Override
    public OidcUser loadUser(OidcUserRequest request) {
        OidcUser user = users.loadUser(request);
        Role role = role(user.getClaims())
                .orElseThrow(() -> new OAuth2AuthenticationException(
                        new OAuth2Error("access_denied"),
                        "'" + user.getName() + "' has none of the values of claim '" + settings.roleClaim()
                                + "' that give a role"));
        String nameClaim = user.getClaimAsString(settings.nameClaim()) == null ? "sub" : settings.nameClaim();
        return new DefaultOidcUser(
                List.of(new SimpleGrantedAuthority(role.authority())),
                user.getIdToken(),
                user.getUserInfo(),
                nameClaim);
    }

    /** Returns the highest role granted by the claims. */
    Optional<Role> role(Map<String, Object> claims) {
        Set<String> has = texts(claim(claims, settings.roleClaim()));
        for (Role role : List.of(Role.ADMIN, Role.OPERATOR, Role.GUEST)) {
            if (settings.values().get(role).stream().anyMatch(has::contains)) {
                return Optional.of(role);
            }
        }
        return settings.defaultRole();
    }

    private static Object claim(Map<?, ?> claims, String name) {
        if (claims.containsKey(name)) {
            return claims.get(name);
        }
        int dot = name.indexOf('.');
        return dot > 0 && claims.get(name.substring(0, dot)) instanceof Map<?, ?> inner
                ? claim(inner, name.substring(dot + 1))
                : null;
    }

    /** Returns the values of a claim: a string, a list of strings, or a list of objects with a name, as Casdoor sends them. */
    private static Set<String> texts(Object value) {
        Set<String> result = new HashSet<>();
        if (value instanceof Collection<?> several) {
            several.forEach(each -> result.addAll(texts(each)));
        } else if (value instanceof Map<?, ?> object && object.get("name") instanceof String name) {
            result.add(name);
        } else if (value instanceof String text) {
            result.add(text);
        }
        return result;
    }

    static Optional<Role> roleOf(OidcUser user) {
        for (Role role : List.of(Role.ADMIN, Role.OPERATOR, Role.GUEST)) {
            if (user.getAuthorities().stream().anyMatch(each -> role.authority().equals(each.getAuthority()))) {
                return Optional.of(role);
            }
        }
        return Optional.empty();
    }
}
