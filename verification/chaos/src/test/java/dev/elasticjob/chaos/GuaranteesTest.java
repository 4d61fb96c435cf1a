package dev.elasticjob.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.chaos.analysis.Finding;
import dev.elasticjob.chaos.fault.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Verifies that the document names the counted findings with the same words. */
class GuaranteesTest {

    private final String document = Files.readString(Path.of("..", "..", "docs", "guarantees.md"));

    GuaranteesTest() throws IOException {}

    @Test
    void everything_that_is_counted_is_a_row_of_the_document() {
        assertThat(Finding.Kind.values())
                .allSatisfy(kind -> assertThat(document).contains("\n| " + kind.title() + " | "));
    }

    @Test
    void every_fault_is_described_in_the_document() {
        assertThat(Fault.values())
                .allSatisfy(fault ->
                        assertThat(document).contains("\n| `" + fault.title() + "` | " + fault.description() + " |"));
    }
}
