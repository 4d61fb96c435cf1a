/** What the operations API answers with: the documented objects, field by field. */
package dev.elasticjob.lifecycle.domain;
