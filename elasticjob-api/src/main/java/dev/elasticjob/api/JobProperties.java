package dev.elasticjob.api;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Properties of a job. They can be modified until they are closed; later modifications throw an exception that names the alternative. All
 * modifying methods of {@link Properties} are blocked; those that are not overridden here call one that is.
 */
final class JobProperties extends Properties {

    private boolean closed;

    private JobProperties(Properties source) {
        // Numbers are converted to strings: getProperty would not return a number.
        source.forEach((key, value) -> setProperty(String.valueOf(key), String.valueOf(value)));
    }

    static Properties openCopyOf(Properties source) {
        return new JobProperties(source);
    }

    static Properties closedCopyOf(Properties source) {
        JobProperties copy = new JobProperties(source);
        copy.closed = true;
        return copy;
    }

    private void checkOpen() {
        if (closed) {
            throw new UnsupportedOperationException(
                    "The job was started with this configuration already: set properties before, or edit the job's"
                            + " configuration in the registry");
        }
    }

    @Override
    public synchronized Object put(Object key, Object value) {
        checkOpen();
        return super.put(key, value);
    }

    @Override
    public synchronized void putAll(Map<?, ?> entries) {
        checkOpen();
        super.putAll(entries);
    }

    @Override
    public synchronized Object putIfAbsent(Object key, Object value) {
        checkOpen();
        return super.putIfAbsent(key, value);
    }

    @Override
    public synchronized Object computeIfAbsent(Object key, Function<? super Object, ?> mapping) {
        checkOpen();
        return super.computeIfAbsent(key, mapping);
    }

    @Override
    public synchronized Object computeIfPresent(Object key, BiFunction<? super Object, ? super Object, ?> remapping) {
        checkOpen();
        return super.computeIfPresent(key, remapping);
    }

    @Override
    public synchronized Object compute(Object key, BiFunction<? super Object, ? super Object, ?> remapping) {
        checkOpen();
        return super.compute(key, remapping);
    }

    @Override
    public synchronized Object merge(
            Object key, Object value, BiFunction<? super Object, ? super Object, ?> remapping) {
        checkOpen();
        return super.merge(key, value, remapping);
    }

    @Override
    public synchronized Object replace(Object key, Object value) {
        checkOpen();
        return super.replace(key, value);
    }

    @Override
    public synchronized boolean replace(Object key, Object oldValue, Object newValue) {
        checkOpen();
        return super.replace(key, oldValue, newValue);
    }

    @Override
    public synchronized void replaceAll(BiFunction<? super Object, ? super Object, ?> function) {
        checkOpen();
        super.replaceAll(function);
    }

    @Override
    public synchronized Object remove(Object key) {
        checkOpen();
        return super.remove(key);
    }

    @Override
    public synchronized boolean remove(Object key, Object value) {
        checkOpen();
        return super.remove(key, value);
    }

    @Override
    public synchronized void clear() {
        checkOpen();
        super.clear();
    }

    @Override
    public Set<Object> keySet() {
        return closed ? Collections.unmodifiableSet(super.keySet()) : super.keySet();
    }

    @Override
    public Collection<Object> values() {
        return closed ? Collections.unmodifiableCollection(super.values()) : super.values();
    }

    @Override
    public Set<Map.Entry<Object, Object>> entrySet() {
        return closed ? unmodifiableEntries() : super.entrySet();
    }

    /** Uses an unmodifiable map: an unmodifiable set would still return entries with modifiable values. */
    private Set<Map.Entry<Object, Object>> unmodifiableEntries() {
        Map<Object, Object> entries = new LinkedHashMap<>();
        super.entrySet().forEach(entry -> entries.put(entry.getKey(), entry.getValue()));
        return Collections.unmodifiableMap(entries).entrySet();
    }
}
