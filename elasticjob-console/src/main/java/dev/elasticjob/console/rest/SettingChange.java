package dev.elasticjob.console.rest;

/** A setting whose value would change or was changed. The values are masked where they are secret. */
record SettingChange(String setting, String before, String after) {}
