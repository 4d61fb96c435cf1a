/** The built-in strategies. */
package com.dangdang.ddframe.job.lite.api.strategy.impl;
