package dev.elasticjob.lite2x;

/** The API of the core. */
class SignaturesTest extends SignaturesContract {

    SignaturesTest() {
        super(500, "elastic-job-common-core", "elastic-job-lite-core");
    }
}
