package dev.elasticjob.console.security;

import dev.elasticjob.console.store.DataDirectory;
import dev.elasticjob.console.store.StoredList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Accounts for login with a password, defined in the configuration or the environment, or stored in a file. */
public final class Accounts {

    public static final String FIRST_ACCOUNT = "admin";

    private static final int LONGEST_NAME = 64;
    private static final Pattern NAME = Pattern.compile("[^\\s\\p{Cntrl}/]{1," + LONGEST_NAME + "}");

    /** The setting keys of the manual. The key {@code operator} is an addition of this console. */
    private static final Map<String, Role> KEYS =
            new TreeMap<>(Map.of("root", Role.ADMIN, "operator", Role.OPERATOR, "guest", Role.GUEST));

    /** Compared with the password if the account does not exist, so that the response time does not reveal it. */
    private static final String NOBODY = Passwords.hash(Passwords.random());

    private final Map<String, Account> configured = new TreeMap<>();
    private final StoredList<Account> stored;

    /** @param setting returns the value of a key such as {@code auth.root_username}, or null */
    public Accounts(DataDirectory directory, Function<String, String> setting) {
        this.stored = new StoredList<>(directory, "accounts.json", Account.class);
        KEYS.forEach((key, role) -> configure(key, role, setting));
        for (Account each : stored.all()) {
            requireHash("Account '" + each.name() + "' in accounts.json", each.passwordHash());
        }
    }

    private void configure(String key, Role role, Function<String, String> setting) {
        String nameKey = "auth." + key + "_username";
        String passwordKey = "auth." + key + "_password";
        String name = setting.apply(nameKey);
        String password = setting.apply(passwordKey);
        if (isEmpty(name) && isEmpty(password)) {
            return;
        }
        if (isEmpty(name) || isEmpty(password)) {
            throw new IllegalArgumentException(
                    "Of " + nameKey + " and " + passwordKey + " one is set and the other is not; set both or none");
        }
        requireHash(passwordKey, password);
        if (configured.put(requireName(name), new Account(name, role, password)) != null) {
            throw new IllegalArgumentException(nameKey + " is '" + name + "', which another account has; use another");
        }
    }

    private static void requireHash(String what, String text) {
        if (text == null || !Passwords.isHash(text)) {
            throw new IllegalArgumentException(what + " is not a hash; passwords are not taken as they are."
                    + " Hash it with: java -jar elasticjob-console.jar hash-password");
        }
    }

    private static boolean isEmpty(String text) {
        return text == null || text.isEmpty();
    }

    /**
     * Creates an account for the administrator if there are no accounts.
     *
     * @return its password, which is not stored in plain text
     */
    public synchronized Optional<String> createFirst() {
        if (!configured.isEmpty() || !stored.all().isEmpty()) {
            return Optional.empty();
        }
        String password = Passwords.random();
        put(new Account(FIRST_ACCOUNT, Role.ADMIN, Passwords.hash(password)));
        return Optional.of(password);
    }

    /** Returns the user with this name and password. The duration does not depend on whether the account exists. */
    public Optional<ConsoleUser> authenticate(String name, String password) {
        Optional<Account> account = find(name);
        boolean right =
                Passwords.matches(password, account.map(Account::passwordHash).orElse(NOBODY));
        return account.filter(each -> right).map(Accounts::user);
    }

    private static ConsoleUser user(Account account) {
        return new ConsoleUser(account.name(), account.role(), ConsoleUser.Way.PASSWORD, account.stamp());
    }

    void onChange(Runnable listener) {
        stored.onChange(listener);
    }

    /** Returns whether role and password of the account are unchanged since the login. */
    boolean isCurrent(ConsoleUser user) {
        return find(user.name())
                .map(Account::stamp)
                .filter(user.stamp()::equals)
                .isPresent();
    }

    private Optional<Account> find(String name) {
        Account found = configured.get(name);
        return found != null
                ? Optional.of(found)
                : stored.all().stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /** @param configured whether the account is defined in the configuration, and can only be changed there */
    public record View(String name, Role role, boolean configured) {}

    public List<View> list() {
        List<View> result = new ArrayList<>();
        configured.values().forEach(each -> result.add(new View(each.name(), each.role(), true)));
        stored.all().stream()
                .filter(each -> !configured.containsKey(each.name()))
                .forEach(each -> result.add(new View(each.name(), each.role(), false)));
        result.sort(Comparator.comparing(View::name));
        return result;
    }

    /** @param password new password; null to keep the current one */
    public synchronized View put(String name, Role role, String password) {
        requireName(name);
        requireStored(name);
        Optional<Account> last = find(name);
        if (last.isEmpty() && password == null) {
            throw new IllegalArgumentException("Account '" + name + "' is new; give it a password");
        }
        requireAnotherAdministrator(name, role);
        put(new Account(name, role, password == null ? last.orElseThrow().passwordHash() : Passwords.hash(password)));
        return new View(name, role, false);
    }

    /** @return the user with the new password; earlier sessions of the user have ended */
    public synchronized ConsoleUser changePassword(String name, String current, String fresh) {
        requireStored(name);
        Account account = find(name)
                .filter(each -> Passwords.matches(current, each.passwordHash()))
                .orElseThrow(() -> new IllegalArgumentException("The current password is not right"));
        Account changed = new Account(name, account.role(), Passwords.hash(fresh));
        put(changed);
        return user(changed);
    }

    public synchronized void delete(String name) {
        requireStored(name);
        if (find(name).isEmpty()) {
            throw new NoSuchElementException("There is no account '" + name + "'");
        }
        requireAnotherAdministrator(name, Role.GUEST);
        stored.change(list -> {
            list.removeIf(each -> each.name().equals(name));
            return list;
        });
    }

    private void put(Account account) {
        stored.change(list -> {
            list.removeIf(each -> each.name().equals(account.name()));
            list.add(account);
            return list;
        });
    }

    private void requireStored(String name) {
        if (configured.containsKey(name)) {
            throw new IllegalStateException(
                    "Account '" + name + "' stands in the configuration (auth.…_username); change it there");
        }
    }

    private void requireAnotherAdministrator(String name, Role role) {
        boolean another = list().stream()
                .anyMatch(each -> each.role() == Role.ADMIN && !each.name().equals(name));
        if (role != Role.ADMIN
                && !another
                && find(name).filter(each -> each.role() == Role.ADMIN).isPresent()) {
            throw new IllegalStateException("Account '" + name + "' is the last administrator; make another one first");
        }
    }

    /** @throws IllegalArgumentException if the name is too long for an account; the message does not repeat the name */
    public static void requireLength(String name) {
        if (name.length() > LONGEST_NAME) {
            throw new IllegalArgumentException("The name has " + name.length()
                    + " characters; names of accounts have at" + " most " + LONGEST_NAME);
        }
    }

    private static String requireName(String name) {
        if (name == null || !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "Account name is '" + name + "'; use 1 to 64 characters without blanks and '/'");
        }
        return name;
    }
}
