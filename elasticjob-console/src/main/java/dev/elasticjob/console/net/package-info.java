/** Where the console may be sent by what somebody typed: addresses and JDBC URLs, by allow-list. */
package dev.elasticjob.console.net;
