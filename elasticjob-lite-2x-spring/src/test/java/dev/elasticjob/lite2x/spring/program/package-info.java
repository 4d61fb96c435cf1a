/** Applications in the style of 2.x, which are started with several versions of Spring Boot. */
package dev.elasticjob.lite2x.spring.program;
