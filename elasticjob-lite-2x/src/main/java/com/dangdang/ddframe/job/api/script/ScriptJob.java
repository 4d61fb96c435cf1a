package com.dangdang.ddframe.job.api.script;

import com.dangdang.ddframe.job.api.ElasticJob;

/** The class name under which script jobs are registered. It is not implemented by applications. */
public interface ScriptJob extends ElasticJob {}
