/** Jobs as the registry shows them, with everything a console wants to show. Plain values: they do not change any more. */
package dev.elasticjob.lifecycle.view;
