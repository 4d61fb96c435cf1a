/** Who this process is to the others: its address, and an identity that no other instance ever had. */
package dev.elasticjob.identity;
