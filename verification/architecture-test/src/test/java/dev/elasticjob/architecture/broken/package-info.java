/** Code that violates the rules, one per class or package. It is never executed. */
package dev.elasticjob.architecture.broken;
