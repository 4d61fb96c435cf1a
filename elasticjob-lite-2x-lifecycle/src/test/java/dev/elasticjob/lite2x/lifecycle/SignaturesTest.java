package dev.elasticjob.lite2x.lifecycle;

import dev.elasticjob.lite2x.SignaturesContract;

/** The operations API. */
class SignaturesTest extends SignaturesContract {

    SignaturesTest() {
        super(80, "elastic-job-lite-lifecycle");
    }
}
