/** Cron expressions in the syntax of Quartz, exact in every time zone, with detailed error messages and explanations in English. */
package dev.elasticjob.cron;
