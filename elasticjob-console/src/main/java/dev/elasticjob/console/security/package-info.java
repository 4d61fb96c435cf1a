/** Who somebody is and what they may do. */
package dev.elasticjob.console.security;
