/** Creates beans from the XML of 2.x. Not for applications. */
package dev.elasticjob.lite2x.spring;
