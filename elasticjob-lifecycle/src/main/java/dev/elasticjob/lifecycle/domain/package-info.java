/** Result types of the operations API, with the documented fields. */
package dev.elasticjob.lifecycle.domain;
