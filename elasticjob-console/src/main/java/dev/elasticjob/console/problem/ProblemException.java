package dev.elasticjob.console.problem;

import org.springframework.http.HttpStatus;

/** Thrown to respond to a request with a problem. */
public final class ProblemException extends RuntimeException {

    private final HttpStatus status;
    private final String code;

    public ProblemException(HttpStatus status, String code, String detail) {
        super(detail);
        this.status = status;
        this.code = code;
    }

    public HttpStatus status() {
        return status;
    }

    public String code() {
        return code;
    }
}
