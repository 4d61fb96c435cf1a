/** Identity of this process: its address, and an id that no other instance has ever had. */
package dev.elasticjob.identity;
