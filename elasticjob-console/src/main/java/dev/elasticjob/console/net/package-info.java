/** Allow-lists for addresses and JDBC URLs that users enter and the console connects to. */
package dev.elasticjob.console.net;
