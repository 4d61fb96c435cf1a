/** Maps the operations API of 2.x to that of this product. Not for applications. */
package dev.elasticjob.lite2x.lifecycle;
