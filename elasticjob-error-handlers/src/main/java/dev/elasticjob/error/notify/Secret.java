package dev.elasticjob.error.notify;

/** Text that is not revealed when the containing object is printed. */
record Secret(String text) {

    @Override
    public String toString() {
        return Secrets.MASK;
    }
}
