package dev.elasticjob.lite2x.spring;

import dev.elasticjob.lite2x.SignaturesContract;

/** The Spring part. */
class SignaturesTest extends SignaturesContract {

    SignaturesTest() {
        super(20, "elastic-job-lite-spring");
    }
}
