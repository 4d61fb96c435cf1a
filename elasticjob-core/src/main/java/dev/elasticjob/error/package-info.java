/** What happens when the code of an item throws. */
package dev.elasticjob.error;
