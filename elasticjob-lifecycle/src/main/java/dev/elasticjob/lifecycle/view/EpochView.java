package dev.elasticjob.lifecycle.view;

/**
 * Summary of an item assignment.
 *
 * @param number number of the epoch, incremented on every change
 * @param open whether runs may start; false while the number of items is being changed
 * @param total number of items
 */
public record EpochView(long number, boolean open, int total) {}
