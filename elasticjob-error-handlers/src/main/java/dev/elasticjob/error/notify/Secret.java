package dev.elasticjob.error.notify;

/** A text that does not show when what holds it is printed. */
record Secret(String text) {

    @Override
    public String toString() {
        return Secrets.MASK;
    }
}
