/** Code made to break the rules, each place by one of them; nothing of it ever runs. */
package dev.elasticjob.architecture.broken;
