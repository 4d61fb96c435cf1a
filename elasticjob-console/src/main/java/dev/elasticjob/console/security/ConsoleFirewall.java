package dev.elasticjob.console.security;

import dev.elasticjob.console.problem.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.security.web.firewall.FirewalledRequest;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.security.web.firewall.StrictHttpFirewall;

/**
 * Rejects ambiguous addresses. Job names may contain any encoded character except a slash. Encoded characters remain part of
 * the name and are not interpreted as parameters or separators.
 */
final class ConsoleFirewall extends StrictHttpFirewall {

    private static final Set<String> LOCAL_HOSTS = Set.of("localhost", "127.0.0.1", "[::1]", "::1");

    ConsoleFirewall(SecurityConfiguration.Settings settings) {
        setAllowSemicolon(true);
        setAllowBackSlash(true);
        setAllowUrlEncodedPercent(true);
        // Rejects requests for other host names, which protects against DNS rebinding.
        if (settings.localOnly() || !settings.allowedHosts().isEmpty()) {
            setAllowedHostnames(host ->
                    LOCAL_HOSTS.contains(host) || settings.allowedHosts().contains(host));
        }
    }

    @Override
    public FirewalledRequest getFirewalledRequest(HttpServletRequest request) {
        String address = request.getRequestURI();
        if (address.indexOf(';') >= 0 || address.indexOf('\\') >= 0) {
            throw new RequestRejectedException("; and \\ must be encoded");
        }
        return super.getFirewalledRequest(request);
    }

    static void refuse(HttpServletRequest request, HttpServletResponse response, RequestRejectedException refused)
            throws IOException {
        Problems.write(
                response,
                Problems.problem(
                        HttpStatus.BAD_REQUEST,
                        "address",
                        "The address or a header of this request is refused. In addresses, names are percent-encoded (%3B for"
                                + " ';', %25 for '%'); a name with '/' has no address, and neither has '.' or '..'."
                                + " The host must be one under which the console is reached: console.allowed-hosts"));
    }
}
