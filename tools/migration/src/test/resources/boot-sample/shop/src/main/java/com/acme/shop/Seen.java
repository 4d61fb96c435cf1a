package com.acme.shop;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Prints what happens, once each. */
@Component
public class Seen {

    private final Set<String> all = ConcurrentHashMap.newKeySet();

    public synchronized void add(String what) {
        if (all.add(what)) {
            System.out.println(what);
            notifyAll();
        }
    }

    public synchronized void await(String... beginnings) throws InterruptedException {
        for (String each : beginnings) {
            while (all.stream().noneMatch(what -> what.startsWith(each))) {
                wait();
            }
        }
    }
}
