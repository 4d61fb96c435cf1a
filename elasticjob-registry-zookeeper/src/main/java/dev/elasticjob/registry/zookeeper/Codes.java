package dev.elasticjob.registry.zookeeper;

import org.apache.zookeeper.KeeperException.Code;

/** Classifies the result codes of the ZooKeeper client. */
final class Codes {

    private Codes() {}

    /** Returns the code; other versions of ZooKeeper use codes that are not known to this client. */
    static Code of(int rc) {
        Code code = Code.get(rc);
        return code == null ? Code.SYSTEMERROR : code;
    }

    /** Returns whether a server sent this code; otherwise the client generated it after losing the connection. */
    static boolean isAnswer(Code code) {
        return switch (code) {
            case CONNECTIONLOSS, SESSIONEXPIRED, AUTHFAILED, OPERATIONTIMEOUT, REQUESTTIMEOUT -> false;
            default -> true;
        };
    }

    /** Returns whether the connection failed, not the request. */
    static boolean isLoss(Code code) {
        return switch (code) {
            case CONNECTIONLOSS, OPERATIONTIMEOUT, REQUESTTIMEOUT, SESSIONMOVED -> true;
            default -> false;
        };
    }

    static boolean isForbidden(Code code) {
        return switch (code) {
            case NOAUTH, AUTHFAILED, INVALIDACL, SESSIONCLOSEDREQUIRESASLAUTH -> true;
            default -> false;
        };
    }

    /** Returns why the servers deny access, and the remedy. */
    static String explain(Code code, ClientSettings settings) {
        return switch (code) {
            case NOAUTH ->
                settings.describe() + " does not let us (NOAUTH): nodes are protected, and "
                        + (settings.hasDigest()
                                ? "the digest that is set is not the one they were created with; correct it"
                                : "no digest is set; set it")
                        + ", or open the nodes with AclMigration";
            case INVALIDACL ->
                settings.describe() + " does not take our ACL (INVALIDACL): aclMode is " + settings.aclMode()
                        + ", but nothing authenticates us; set a digest, or SASL, or aclMode OPEN";
            case AUTHFAILED ->
                settings.describe()
                        + " does not know us (AUTHFAILED): check the JAAS configuration and its credentials; for DIGEST-MD5"
                        + " set the client property zookeeper.fips-mode to false";
            case SESSIONCLOSEDREQUIRESASLAUTH ->
                settings.describe()
                        + " takes only clients that authenticate with SASL: set java.security.auth.login.config and"
                        + " zookeeper.sasl.clientconfig";
            case UNIMPLEMENTED ->
                settings.describe() + " is too old: persistent watches need ZooKeeper 3.6 or newer on every server";
            case QUOTAEXCEEDED -> settings.describe() + " has a quota that is used up (QUOTAEXCEEDED): raise it";
            default -> settings.describe() + " answers " + code;
        };
    }
}
