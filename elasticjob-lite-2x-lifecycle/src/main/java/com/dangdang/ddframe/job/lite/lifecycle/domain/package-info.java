/** Results of the operations API of Elastic-Job-Lite 2.x. */
package com.dangdang.ddframe.job.lite.lifecycle.domain;
