package dev.elasticjob.console.problem;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import tools.jackson.databind.json.JsonMapper;

/** Makes and writes them. The type tells programs what it is; the detail tells people what is wrong and what to do. */
public final class Problems {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Problems() {}

    /** @param code a short name, such as {@code not-found} */
    public static ProblemDetail problem(HttpStatus status, String code, String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setType(URI.create("urn:elasticjob:problem:" + code));
        problem.setTitle(status.getReasonPhrase());
        return problem;
    }

    /** For filters, beyond which nobody would. */
    public static void write(HttpServletResponse response, ProblemDetail problem) throws IOException {
        response.setStatus(problem.getStatus());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.getOutputStream()
                .write(JSON.writeValueAsBytes(new Body(
                        problem.getType().toString(), problem.getTitle(), problem.getStatus(), problem.getDetail())));
    }

    private record Body(String type, String title, int status, String detail) {}
}
