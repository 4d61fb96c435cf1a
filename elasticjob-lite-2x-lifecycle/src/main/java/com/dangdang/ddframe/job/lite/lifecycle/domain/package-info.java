/** What the operations API of Elastic-Job-Lite 2.x returns. */
package com.dangdang.ddframe.job.lite.lifecycle.domain;
