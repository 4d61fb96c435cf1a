package dev.elasticjob.console.problem;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import tools.jackson.databind.json.JsonMapper;

/**
 * Creates and writes problem details. The type identifies the problem for programs; the detail describes the cause and the
 * remedy for people.
 */
public final class Problems {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Problems() {}

    /** @param code short name of the problem, such as {@code not-found} */
    public static ProblemDetail problem(HttpStatus status, String code, String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setType(URI.create("urn:elasticjob:problem:" + code));
        problem.setTitle(status.getReasonPhrase());
        return problem;
    }

    /** Writes a problem to the response. For use in filters, where no exception handler applies. */
    public static void write(HttpServletResponse response, ProblemDetail problem) throws IOException {
        response.setStatus(problem.getStatus());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.getOutputStream()
                .write(JSON.writeValueAsBytes(new Body(
                        problem.getType().toString(), problem.getTitle(), problem.getStatus(), problem.getDetail())));
    }

    private record Body(String type, String title, int status, String detail) {}
}
