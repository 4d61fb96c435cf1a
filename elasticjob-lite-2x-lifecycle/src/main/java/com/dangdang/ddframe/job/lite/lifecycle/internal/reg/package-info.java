/** Registry centers of tools. */
package com.dangdang.ddframe.job.lite.lifecycle.internal.reg;
