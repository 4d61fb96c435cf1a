/** The names of the rules that tests switch off. */
package dev.elasticjob.engine.rule;
