package dev.elasticjob.architecture.broken.code;

import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.slf4j.LoggerFactory;

/** Forbidden constructs of main code, one per class. */
final class Careless {

    static final class Sleeps {
        void sleep() throws InterruptedException {
            Thread.sleep(1);
        }
    }

    static final class SleepsByUnit {
        void sleep() throws InterruptedException {
            TimeUnit.SECONDS.sleep(1);
        }
    }

    static final class Prints {
        void print() {
            System.out.println();
        }
    }

    static final class PrintsErrors {
        void print() {
            System.err.println();
        }
    }

    static final class LogsWithTheJdk {
        Logger log;
    }

    static final class LooksUp {
        Class<?> find() throws ClassNotFoundException {
            return Class.forName("some.Type");
        }
    }

    static final class LooksUpMethods {
        Object find() throws NoSuchMethodException {
            return String.class.getMethod("length");
        }
    }

    static final class NeedsLibrary {
        Object log() {
            return LoggerFactory.getLogger("some");
        }
    }

    private Careless() {}
}
