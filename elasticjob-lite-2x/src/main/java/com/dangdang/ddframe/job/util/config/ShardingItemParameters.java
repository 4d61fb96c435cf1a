package com.dangdang.ddframe.job.util.config;

import com.dangdang.ddframe.job.exception.JobConfigurationException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** The parameters of items, {@code 0=A,1=B}. */
public final class ShardingItemParameters {

    private final Map<Integer, String> map;

    /**
     * Parses the parameters.
     *
     * @throws JobConfigurationException if the text is malformed
     */
    public ShardingItemParameters(String shardingItemParameters) {
        map = toMap(shardingItemParameters);
    }

    public Map<Integer, String> getMap() {
        return map;
    }

    private static Map<Integer, String> toMap(String text) {
        if (text == null || text.isEmpty()) {
            return Collections.emptyMap();
        }
        Map<Integer, String> result = new HashMap<>();
        for (String pair : text.split(",")) {
            String[] parts = pair.trim().split("=");
            if (parts.length != 2) {
                throw new JobConfigurationException(
                        "Sharding item parameters '%s' format error, should be int=xx,int=xx", text);
            }
            try {
                result.put(Integer.valueOf(parts[0].trim()), parts[1].trim());
            } catch (NumberFormatException notANumber) {
                throw new JobConfigurationException(
                        "Sharding item parameters key '%s' is not an integer.", parts[0].trim());
            }
        }
        return result;
    }
}
