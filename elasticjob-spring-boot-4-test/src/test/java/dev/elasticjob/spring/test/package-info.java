/** The Spring modules on a real ZooKeeper, in whichever line of Spring Boot is on the class path. */
package dev.elasticjob.spring.test;
