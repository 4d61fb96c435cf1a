/** The content of the registry, as far as an instance knows it: the schema, the formats, and what was read. */
package dev.elasticjob.engine.view;
