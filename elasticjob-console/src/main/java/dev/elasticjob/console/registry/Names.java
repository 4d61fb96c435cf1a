package dev.elasticjob.console.registry;

import java.util.regex.Pattern;

/** Validates names given by operators, which become parts of paths. */
public final class Names {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    private Names() {}

    public static String require(String what, String name) {
        if (name == null || !FORM.matcher(name).matches()) {
            throw new IllegalArgumentException(what + " is '" + name
                    + "'; use 1 to 64 letters, digits and . _ -, beginning with a letter or digit");
        }
        return name;
    }
}
