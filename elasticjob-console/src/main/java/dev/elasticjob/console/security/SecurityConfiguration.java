package dev.elasticjob.console.security;

import dev.elasticjob.console.audit.AuditEntry;
import dev.elasticjob.console.audit.AuditLog;
import dev.elasticjob.console.problem.Problems;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.security.authorization.AuthorityAuthorizationManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.SupplierClientRegistrationRepository;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.ExceptionTranslationFilter;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfException;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.security.web.header.writers.CrossOriginOpenerPolicyHeaderWriter.CrossOriginOpenerPolicy;
import org.springframework.security.web.header.writers.CrossOriginResourcePolicyHeaderWriter.CrossOriginResourcePolicy;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;
import org.springframework.security.web.savedrequest.NullRequestCache;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;

/** The security configuration of the server, built from {@link Access}. */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
public class SecurityConfiguration {

    /** Part of the path to which the provider redirects users. */
    public static final String PROVIDER = "sso";

    private static final Logger LOG = LoggerFactory.getLogger(SecurityConfiguration.class);

    private static final String CONTENT_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
                    + " connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

    /**
     * Settings other than accounts.
     *
     * @param localOnly whether the console can only be reached from this machine
     * @param secureCookies whether cookies are always restricted to TLS, regardless of the request
     */
    public record Settings(
            List<String> allowedHosts, boolean localOnly, boolean secureCookies, Optional<OidcSettings> oidc) {}

    @Bean
    SecurityFilterChain consoleSecurity(
            HttpSecurity http, Accounts accounts, Tokens tokens, AuditLog audit, InstantSource clock, Settings settings)
            throws Exception {
        http.csrf(csrf ->
                csrf.spa().csrfTokenRepository(csrfCookie(settings)).ignoringRequestMatchers(TokenFilter::hasToken));
        http.cors(AbstractHttpConfigurer::disable);
        http.formLogin(AbstractHttpConfigurer::disable);
        http.httpBasic(AbstractHttpConfigurer::disable);
        http.logout(AbstractHttpConfigurer::disable);
        http.requestCache(cache -> cache.requestCache(new NullRequestCache()));
        http.headers(headers -> headers.contentSecurityPolicy(policy -> policy.policyDirectives(CONTENT_POLICY))
                .frameOptions(options -> options.deny())
                .referrerPolicy(policy -> policy.policy(ReferrerPolicy.NO_REFERRER))
                .permissionsPolicyHeader(policy -> policy.policy("camera=(), microphone=(), geolocation=()"))
                .crossOriginOpenerPolicy(policy -> policy.policy(CrossOriginOpenerPolicy.SAME_ORIGIN))
                .crossOriginResourcePolicy(policy -> policy.policy(CrossOriginResourcePolicy.SAME_ORIGIN)));
        http.authorizeHttpRequests(requests -> {
            requests.dispatcherTypeMatchers(DispatcherType.ASYNC, DispatcherType.ERROR)
                    .permitAll();
            for (Access.Rule rule : Access.rules()) {
                var matcher =
                        requests.requestMatchers(PathPatternRequestMatcher.pathPattern(rule.method(), rule.path()));
                if (rule.role().isPresent()) {
                    matcher.access(AuthorityAuthorizationManager.hasAnyAuthority(
                            authorities(rule.role().get())));
                } else {
                    matcher.permitAll();
                }
            }
            requests.anyRequest().denyAll();
        });
        http.exceptionHandling(handling -> handling.authenticationEntryPoint(
                        (request, response, denied) -> Problems.write(
                                response,
                                Problems.problem(
                                        HttpStatus.UNAUTHORIZED,
                                        "login-needed",
                                        "Log in first: POST " + Access.API
                                                + "/session, or send a token as 'Authorization: Bearer …'")))
                .accessDeniedHandler((request, response, denied) -> Problems.write(
                        response,
                        Problems.problem(
                                HttpStatus.FORBIDDEN,
                                denied instanceof CsrfException ? "csrf" : "forbidden",
                                denied instanceof CsrfException ? csrfHelp() : forbidden(request)))));
        http.addFilterBefore(new TokenFilter(tokens), CsrfFilter.class);
        http.addFilterBefore(new AuditFilter(audit, clock), ExceptionTranslationFilter.class);
        http.addFilterAfter(new StaleSessionFilter(accounts), TokenFilter.class);
        settings.oidc().ifPresent(oidc -> singleSignOn(http, oidc, audit, clock));
        return http.build();
    }

    /** Returns a cookie that the console's script can read, but pages of other origins cannot. */
    private static CookieCsrfTokenRepository csrfCookie(Settings settings) {
        CookieCsrfTokenRepository repository = CookieCsrfTokenRepository.withHttpOnlyFalse();
        repository.setCookieCustomizer(cookie -> {
            cookie.sameSite("Strict");
            if (settings.secureCookies()) {
                cookie.secure(true);
            }
        });
        return repository;
    }

    private static String[] authorities(Role least) {
        return List.of(Role.values()).stream()
                .filter(role -> role.includes(least))
                .map(Role::authority)
                .toArray(String[]::new);
    }

    private static String csrfHelp() {
        return "The request does not show that it comes from the console's own page. Send the value of the cookie"
                + " XSRF-TOKEN as header X-XSRF-TOKEN; GET " + Access.API + "/session sets it";
    }

    private static String forbidden(HttpServletRequest request) {
        String role = Users.current().map(user -> user.role().name()).orElse("none");
        return Access.rules().stream()
                .filter(rule -> PathPatternRequestMatcher.pathPattern(rule.method(), rule.path())
                        .matches(request))
                .findFirst()
                .flatMap(Access.Rule::role)
                .map(needed -> "This needs the role " + needed + ", and yours is " + role
                        + ". Ask an administrator, or a user who has this role")
                .orElse("This path does not support the method " + request.getMethod() + ". GET " + Access.API
                        + "/openapi describes the API");
    }

    private static void singleSignOn(HttpSecurity http, OidcSettings oidc, AuditLog audit, InstantSource clock) {
        try {
            http.oauth2Login(login -> login.clientRegistrationRepository(new SupplierClientRegistrationRepository(
                            () -> new InMemoryClientRegistrationRepository(registration(oidc))))
                    .authorizationEndpoint(
                            endpoint -> endpoint.authorizationRequestRepository(new PendingSignOns(clock)))
                    .userInfoEndpoint(endpoint -> endpoint.oidcUserService(new OidcRoles(oidc)))
                    .loginPage("/")
                    .successHandler((request, response, authentication) -> {
                        Users.current().ifPresent(user -> audit.write(loginEntry(clock, request, user.name(), 200)));
                        response.sendRedirect("/");
                    })
                    .failureHandler((request, response, failure) -> {
                        LOG.warn("Rejected a single sign-on: {}", failure.getMessage());
                        audit.count(loginEntry(clock, request, "", 401));
                        response.sendRedirect("/?login=failed");
                    }));
        } catch (Exception failed) {
            throw new IllegalStateException("Single sign-on cannot be set up with " + oidc, failed);
        }
    }

    private static AuditEntry loginEntry(InstantSource clock, HttpServletRequest request, String user, int status) {
        return new AuditEntry(
                clock.instant().toString(),
                user,
                Users.current().map(each -> each.role().name()).orElse(""),
                ConsoleUser.Way.SINGLE_SIGN_ON.name(),
                request.getRemoteAddr(),
                "login by single sign-on",
                status,
                Map.of(),
                "");
    }

    /** Loads the provider's metadata on the first login, so that the console starts without the provider. */
    private static ClientRegistration registration(OidcSettings oidc) {
        return ClientRegistrations.fromIssuerLocation(oidc.issuer())
                .registrationId(PROVIDER)
                .clientId(oidc.clientId())
                .clientSecret(oidc.clientSecret())
                .scope(oidc.scopes())
                .build();
    }

    @Bean
    StrictHttpFirewall firewall(Settings settings) {
        return new ConsoleFirewall(settings);
    }

    @Bean
    RequestRejectedHandler refusal() {
        return ConsoleFirewall::refuse;
    }
}
