package dev.elasticjob.console.pages;

import dev.elasticjob.childprocess.ChildProcess;

/** A server in its own process, which can be frozen. */
final class ServerProcess implements AutoCloseable {

    private final ChildProcess process;
    private final String announcement;

    private ServerProcess(ChildProcess process, String announcement) {
        this.process = process;
        this.announcement = announcement;
    }

    /**
     * Starts a server and returns immediately.
     *
     * @param announcement pattern of a line of its output, whose first group is its port
     */
    static ServerProcess start(Class<?> main, String announcement, String... arguments) {
        ChildProcess process = ChildProcess.java(main)
                .options("-XX:TieredStopAtLevel=1", "-Xshare:auto")
                .arguments(arguments)
                .limit(Visitor.LONGEST_WAIT)
                .start();
        return new ServerProcess(process, announcement);
    }

    int port() {
        return Integer.parseInt(process.awaitMatchAnywhere(announcement).group(1));
    }

    /** Freezes the process: its connections stay open, but it does not respond. */
    void freeze() {
        process.freeze();
    }

    void thaw() {
        process.thaw();
    }

    void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }
}
