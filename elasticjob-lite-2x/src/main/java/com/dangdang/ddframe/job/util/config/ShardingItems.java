package com.dangdang.ddframe.job.util.config;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Lists of items as text, {@code 0,1,2}. */
public final class ShardingItems {

    /**
     * Parses a list of items.
     *
     * @throws NumberFormatException if a part is not a number
     */
    public static List<Integer> toItemList(String itemsString) {
        if (itemsString == null || itemsString.isEmpty()) {
            return new ArrayList<>();
        }
        Set<Integer> items = new LinkedHashSet<>();
        for (String each : itemsString.split(",")) {
            items.add(Integer.valueOf(each));
        }
        return new ArrayList<>(items);
    }

    public static String toItemsString(List<Integer> items) {
        return items.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
