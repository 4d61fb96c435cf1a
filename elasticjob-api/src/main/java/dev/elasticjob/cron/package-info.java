/** Cron expressions: Quartz syntax, exact in every time zone, with errors and explanations in words. */
package dev.elasticjob.cron;
