/** How applications start jobs. */
package dev.elasticjob.bootstrap;
