package com.acme.jobs;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

public class Seen {

    public static final Queue<String> ALL = new ConcurrentLinkedQueue<>();
}
