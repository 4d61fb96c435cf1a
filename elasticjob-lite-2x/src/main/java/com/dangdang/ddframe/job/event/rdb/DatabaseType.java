package com.dangdang.ddframe.job.event.rdb;

/** Databases that 2.x supported. */
public enum DatabaseType {
    H2("H2"),
    MySQL("MySQL"),
    Oracle("Oracle"),
    SQLServer("Microsoft SQL Server"),
    DB2("DB2"),
    PostgreSQL("PostgreSQL");

    private final String productName;

    DatabaseType(String productName) {
        this.productName = productName;
    }

    /** Returns the type for a product name of {@code DatabaseMetaData}. */
    public static DatabaseType valueFrom(String databaseProductName) {
        for (DatabaseType each : values()) {
            if (each.productName.equals(databaseProductName)) {
                return each;
            }
        }
        throw new IllegalArgumentException("Unsupported database:" + databaseProductName);
    }
}
