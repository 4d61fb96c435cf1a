/**
 * Error handlers that tell people: {@code EMAIL}, {@code WECHAT} and {@code DINGTALK}.
 *
 * <p>A job's thread only counts its error and leaves it in a bounded queue; a thread of the handler's own sends. Nothing
 * a server does or fails to do reaches the job. What could not be sent stands in the log instead.
 */
package dev.elasticjob.error.notify;
