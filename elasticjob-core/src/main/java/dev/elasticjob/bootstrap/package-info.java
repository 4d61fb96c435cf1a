/** Entry points for applications that start jobs. */
package dev.elasticjob.bootstrap;
