/**
 * Error handlers that send notifications: {@code EMAIL}, {@code WECHAT} and {@code DINGTALK}.
 *
 * <p>The thread of a job only counts its error and puts it into a bounded queue; a separate thread of the handler sends it. Failures and
 * delays of a server never affect the job. Messages that could not be sent are logged.
 */
package dev.elasticjob.error.notify;
