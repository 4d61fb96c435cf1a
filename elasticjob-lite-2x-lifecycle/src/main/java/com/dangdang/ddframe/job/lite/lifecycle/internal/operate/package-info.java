/** Operations on jobs and items. */
package com.dangdang.ddframe.job.lite.lifecycle.internal.operate;
