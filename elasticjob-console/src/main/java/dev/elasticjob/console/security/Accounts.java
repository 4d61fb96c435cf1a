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

/** Who may log in with a password: accounts of the configuration or the environment, and those in a file. */
public final class Accounts {

    public static final String FIRST_ACCOUNT = "admin";

    private static final int LONGEST_NAME = 64;
    private static final Pattern NAME = Pattern.compile("[^\\s\\p{Cntrl}/]{1," + LONGEST_NAME + "}");

    /** In the words of the manual; an operator is ours. */
    private static final Map<String, Role> KEYS =
            new TreeMap<>(Map.of("root", Role.ADMIN, "operator", Role.OPERATOR, "guest", Role.GUEST));

    /** Compared with when there is no such account: so both take the same time. */
    private static final String NOBODY = Passwords.hash(Passwords.random());

    private final Map<String, Account> configured = new TreeMap<>();
    private final StoredList<Account> stored;

    /** @param setting gives the value of a key such as {@code auth.root_username}, or null */
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
     * When there is no account at all, makes one for the administrator.
     *
     * @return its password, which is nowhere else
     */
    public synchronized Optional<String> createFirst() {
        if (!configured.isEmpty() || !stored.all().isEmpty()) {
            return Optional.empty();
        }
        String password = Passwords.random();
        put(new Account(FIRST_ACCOUNT, Role.ADMIN, Passwords.hash(password)));
        return Optional.of(password);
    }

    /** Whoever has this name and password; takes as long when there is nobody. */
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

    /** Whether the account is still the one with which somebody logged in. */
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

    /** @param configured whether it stands in the configuration, where it can be changed */
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

    /** @param password null to leave it as it is */
    public synchronized View put(String name, Role role, String password) {
        requireName(name);
        requireStored(name);
        Optional<Account> last = find(name);
        if (last.isEmpty() && password == null) {
            throw new IllegalArgumentException("Account '" + name + "' is new; give it a password");
        }
        requireAdministratorBeside(name, role);
        put(new Account(name, role, password == null ? last.orElseThrow().passwordHash() : Passwords.hash(password)));
        return new View(name, role, false);
    }

    /** @return whoever it is now; sessions of before are over */
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
        requireAdministratorBeside(name, Role.GUEST);
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

    private void requireAdministratorBeside(String name, Role role) {
        boolean another = list().stream()
                .anyMatch(each -> each.role() == Role.ADMIN && !each.name().equals(name));
        if (role != Role.ADMIN
                && !another
                && find(name).filter(each -> each.role() == Role.ADMIN).isPresent()) {
            throw new IllegalStateException("Account '" + name + "' is the last administrator; make another one first");
        }
    }

    /** @throws IllegalArgumentException when no account can have this name; the name itself is not repeated */
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
