/** Tests of the architecture rules. */
package dev.elasticjob.architecture;
