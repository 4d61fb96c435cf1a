/** Jobs in Spring Boot 4 and 3.5. */
package dev.elasticjob.spring.boot;
