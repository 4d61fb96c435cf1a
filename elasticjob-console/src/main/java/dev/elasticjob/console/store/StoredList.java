package dev.elasticjob.console.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/** A list that is stored in a file. A change is written to the file before it becomes visible. */
public final class StoredList<T> {

    private final DataDirectory directory;
    private final String fileName;
    private final JsonMapper json = JsonMapper.builder().build();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private List<T> content;

    public StoredList(DataDirectory directory, String fileName, Class<T> type) {
        this.directory = directory;
        this.fileName = fileName;
        JavaType listType = json.getTypeFactory().constructCollectionType(ArrayList.class, type);
        this.content =
                directory.read(fileName).map(bytes -> parse(bytes, listType)).orElse(List.of());
    }

    private List<T> parse(byte[] bytes, JavaType listType) {
        try {
            return List.copyOf(json.<List<T>>readValue(bytes, listType));
        } catch (JacksonException broken) {
            throw new IllegalStateException(
                    "'" + directory.path(fileName) + "' cannot be understood: " + broken.getOriginalMessage()
                            + ". Correct it, or restore it",
                    broken);
        }
    }

    public synchronized List<T> all() {
        return content;
    }

    public void change(UnaryOperator<List<T>> change) {
        synchronized (this) {
            List<T> changed = List.copyOf(change.apply(new ArrayList<>(content)));
            directory.write(fileName, json.writerWithDefaultPrettyPrinter().writeValueAsBytes(changed));
            content = changed;
        }
        listeners.forEach(Runnable::run);
    }

    /** Registers a listener, which is called after every change on the thread that made the change. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }
}
