/** Strategies that assign items to instances. */
package com.dangdang.ddframe.job.lite.api.strategy;
