package dev.elasticjob.scheduler;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Throws at chosen calls of the scheduler to its environment. */
final class Faults {

    /** Extensions are created by the engine, so they cannot be given their faults. */
    private static volatile Faults current = new Faults();

    private final Set<String> called = new TreeSet<>();
    private String armed = "";
    private Supplier<Throwable> throwable = () -> new IllegalStateException("not armed");
    private int left;
    private int thrown;

    static Faults install() {
        current = new Faults();
        return current;
    }

    static Faults current() {
        return current;
    }

    /** The next call of this name throws. */
    synchronized void arm(String call, Supplier<Throwable> thrownThen) {
        armed = call;
        throwable = thrownThen;
        left = 1;
    }

    synchronized void disarm() {
        left = 0;
    }

    synchronized int thrown() {
        return thrown;
    }

    /** The names of all calls so far. */
    synchronized Set<String> called() {
        return new TreeSet<>(called);
    }

    synchronized boolean isArmed(String call) {
        return left > 0 && call.equals(armed);
    }

    /** Waits until this was called, after the names were cleared. */
    synchronized void awaitCall(String call) {
        called.remove(call);
        while (!called.contains(call)) {
            try {
                wait();
            } catch (InterruptedException interrupted) {
                throw new AssertionError("Interrupted while waiting for " + call, interrupted);
            }
        }
    }

    /** To be called in front of a call. */
    void at(String call) {
        Throwable fault;
        synchronized (this) {
            called.add(call);
            notifyAll();
            if (left == 0 || !call.equals(armed)) {
                return;
            }
            left--;
            thrown++;
            fault = throwable.get();
        }
        Faults.<RuntimeException>sneakyThrow(fault);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneakyThrow(Throwable fault) throws T {
        throw (T) fault;
    }

    /** An object of this type whose every method is a call, named {@code name.method}. */
    <T> T wrap(Class<T> type, String name, T object) {
        return type.cast(Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> call(name, object, method, arguments)));
    }

    private Object call(String name, Object object, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() != Object.class) {
            at(name + "." + method.getName());
        }
        try {
            return method.invoke(object, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }
}
