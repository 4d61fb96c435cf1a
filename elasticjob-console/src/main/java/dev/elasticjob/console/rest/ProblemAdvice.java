package dev.elasticjob.console.rest;

import dev.elasticjob.api.JobConfigurationException;
import dev.elasticjob.console.history.HistoryUnreachableException;
import dev.elasticjob.console.net.ForbiddenAddressException;
import dev.elasticjob.console.problem.ProblemException;
import dev.elasticjob.console.problem.Problems;
import dev.elasticjob.lifecycle.api.OperationException;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.tracing.rdb.query.HistoryException;
import java.io.IOException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Converts exceptions to problem details as defined by RFC 9457, with the cause and the remedy. */
@RestControllerAdvice
class ProblemAdvice extends ResponseEntityExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);
    private static final int LONGEST_DETAIL = 4_000;

    @ExceptionHandler
    ResponseEntity<ProblemDetail> of(ProblemException problem) {
        return answer(problem.status(), problem.code(), problem.getMessage());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> of(OperationException failed) {
        return switch (failed.kind()) {
            case NOT_FOUND -> answer(HttpStatus.NOT_FOUND, "not-found", failed.getMessage());
            case CONFLICT -> answer(HttpStatus.CONFLICT, "conflict", failed.getMessage());
            case NOT_POSSIBLE -> answer(HttpStatus.UNPROCESSABLE_CONTENT, "not-possible", failed.getMessage());
            case UNKNOWN_OUTCOME -> answer(HttpStatus.BAD_GATEWAY, "unknown-outcome", failed.getMessage());
        };
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> of(JobConfigurationException wrong) {
        ProblemDetail problem =
                Problems.problem(HttpStatus.UNPROCESSABLE_CONTENT, "configuration", shortened(wrong.getMessage()));
        problem.setProperty(
                "problems",
                ConfigurationController.limited(wrong.problems().stream()
                        .map(ConfigurationController.Finding::of)
                        .toList()));
        return ResponseEntity.status(problem.getStatus()).body(problem);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> of(RegistryException unreachable) {
        return answer(HttpStatus.SERVICE_UNAVAILABLE, "registry-unreachable", unreachable.getMessage());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> of(HistoryException unreadable) {
        String id = logged(unreadable);
        return answer(
                HttpStatus.SERVICE_UNAVAILABLE,
                "history-unreadable",
                "History cannot be read from this data source; test it, and look for " + id + " in the console's log");
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> of(HistoryUnreachableException unreachable) {
        return answer(HttpStatus.SERVICE_UNAVAILABLE, "history-unreachable", unreachable.getMessage());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> of(NoSuchElementException missing) {
        return answer(HttpStatus.NOT_FOUND, "not-found", missing.getMessage());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> of(ForbiddenAddressException forbidden) {
        return answer(HttpStatus.BAD_REQUEST, "forbidden-address", forbidden.getMessage());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> of(IllegalArgumentException wrong) {
        return answer(HttpStatus.BAD_REQUEST, "bad-request", wrong.getMessage());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> of(IllegalStateException wrong) {
        return answer(HttpStatus.CONFLICT, "conflict", wrong.getMessage());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> of(IOException failed) {
        return answer(HttpStatus.BAD_GATEWAY, "not-reached", failed.getMessage());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> of(Exception unforeseen) {
        return answer(
                HttpStatus.INTERNAL_SERVER_ERROR,
                "internal",
                "This failed for a reason that was not foreseen; look for " + logged(unforeseen)
                        + " in the console's log, and report it");
    }

    @Override
    protected ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException unreadable,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        String why =
                unreadable.getCause() instanceof JacksonException json ? reason(json) : "it is missing, or no JSON";
        ProblemDetail problem = Problems.problem(
                HttpStatus.BAD_REQUEST, "body", "The body of the request cannot be understood: " + why);
        return ResponseEntity.badRequest().headers(headers).body(problem);
    }

    /** Describes the error in terms of the API. The message of the library contains class names. */
    private static String reason(JacksonException failure) {
        String where = failure instanceof DatabindException databind
                ? databind.getPath().stream()
                        .map(each ->
                                each.getPropertyName() == null ? "[" + each.getIndex() + "]" : each.getPropertyName())
                        .collect(Collectors.joining("."))
                : "";
        if (failure instanceof UnrecognizedPropertyException unknown) {
            return "'" + unknown.getPropertyName() + "' is not known; known are " + unknown.getKnownPropertyIds();
        }
        if (failure instanceof InvalidFormatException format
                && format.getTargetType() != null
                && format.getTargetType().isEnum()) {
            return "'" + where + "' must be one of "
                    + List.of(format.getTargetType().getEnumConstants());
        }
        return where.isEmpty()
                ? "it is no valid JSON, or has a field twice"
                : "'" + where + "' has a value of the wrong kind, or no value";
    }

    @Override
    protected ResponseEntity<Object> handleTypeMismatch(
            TypeMismatchException wrong, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        String name = wrong instanceof MethodArgumentTypeMismatchException argument
                ? argument.getName()
                : String.valueOf(wrong.getPropertyName());
        Class<?> type = wrong.getRequiredType();
        String remedy = type != null && type.isEnum() ? "; use one of " + List.of(type.getEnumConstants()) : "";
        ProblemDetail problem = Problems.problem(
                HttpStatus.BAD_REQUEST,
                "bad-request",
                "Parameter '" + name + "' has a value of the wrong kind" + remedy);
        return ResponseEntity.badRequest().headers(headers).body(problem);
    }

    private static String shortened(String message) {
        return message.length() > LONGEST_DETAIL ? message.substring(0, LONGEST_DETAIL) + "…" : message;
    }

    private static ResponseEntity<ProblemDetail> answer(HttpStatus status, String code, String detail) {
        return ResponseEntity.status(status).body(Problems.problem(status, code, detail));
    }

    private static String logged(Exception failed) {
        String id = UUID.randomUUID().toString();
        LOG.error("{}", id, failed);
        return id;
    }
}
