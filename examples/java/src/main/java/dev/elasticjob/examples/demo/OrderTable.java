package dev.elasticjob.examples.demo;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** The table with the orders of all warehouses. */
record OrderTable(DataSource database) {

    static final List<String> WAREHOUSES = List.of("north", "east", "south");

    void create() throws SQLException {
        update(
                "CREATE TABLE orders (id INT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, warehouse VARCHAR(10), shipped BOOLEAN)");
    }

    /** Adds an order. */
    void order(String warehouse) throws SQLException {
        update("INSERT INTO orders (warehouse, shipped) VALUES (?, FALSE)", warehouse);
    }

    void ship(int order) throws SQLException {
        update("UPDATE orders SET shipped = TRUE WHERE id = ?", order);
    }

    private void update(String statement, Object... values) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement prepared = connection.prepareStatement(statement)) {
            set(prepared, values);
            prepared.executeUpdate();
        }
    }

    /** Returns the oldest orders that are not shipped. */
    List<Integer> waiting(String warehouse, int limit) throws SQLException {
        return numbers(
                "SELECT id FROM orders WHERE warehouse = ? AND NOT shipped ORDER BY id LIMIT ?", warehouse, limit);
    }

    int count(String warehouse) throws SQLException {
        return numbers("SELECT COUNT(*) FROM orders WHERE warehouse = ? AND NOT shipped", warehouse)
                .get(0);
    }

    private List<Integer> numbers(String query, Object... values) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement prepared = connection.prepareStatement(query)) {
            set(prepared, values);
            List<Integer> numbers = new ArrayList<>();
            try (ResultSet rows = prepared.executeQuery()) {
                while (rows.next()) {
                    numbers.add(rows.getInt(1));
                }
            }
            return numbers;
        }
    }

    private static void set(PreparedStatement prepared, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            prepared.setObject(i + 1, values[i]);
        }
    }
}
