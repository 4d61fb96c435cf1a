/** Tests of the Spring modules with a real ZooKeeper, with the version of Spring Boot on the class path. */
package dev.elasticjob.spring.test;
