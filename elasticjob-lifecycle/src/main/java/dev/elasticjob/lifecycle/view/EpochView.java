package dev.elasticjob.lifecycle.view;

/**
 * Who owns what, in short.
 *
 * @param number grows with every change
 * @param open whether anything may start; closed while the number of items is being changed
 * @param total of items
 */
public record EpochView(long number, boolean open, int total) {}
