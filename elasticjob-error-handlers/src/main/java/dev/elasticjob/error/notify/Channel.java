package dev.elasticjob.error.notify;

/** Where messages go. */
interface Channel {

    /** What must not be logged. */
    Secrets secrets();

    /** Somebody who brings messages there; must not take long. */
    Courier open();
}
