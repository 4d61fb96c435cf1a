package dev.elasticjob.console.rest;

import dev.elasticjob.console.SharedConsole;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** Creates ten thousand jobs and three thousand stale servers, for all tests that need large numbers. */
public final class ManyJobs implements BeforeAllCallback {

    public static final int JOBS = 10_000;
    static final int STALE_SERVERS = 3_000;

    private static final Namespace NAMESPACE = Namespace.create(ManyJobs.class);

    private static Tree tree;

    @Override
    public void beforeAll(ExtensionContext context) {
        new SharedConsole().beforeAll(context);
        tree = context.getRoot().getStore(NAMESPACE).computeIfAbsent("tree", key -> plant(), Tree.class);
    }

    public static Tree tree() {
        return tree;
    }

    private static Tree plant() {
        Tree planted = new Tree();
        planted.put(nodes());
        return planted;
    }

    private static Map<String, String> nodes() {
        Map<String, String> nodes = new HashMap<>();
        for (int i = 0; i < JOBS; i++) {
            String name = String.format("com.example.batch.nightly-job-%05d", i);
            String job = "/" + name;
            String id = "10.0.0.1@-@99-0f3k";
            int stale = i % STALE_SERVERS;
            nodes.put(job, "com.example.batch.NightlyJob");
            nodes.put(
                    job + "/config",
                    "cron: 0 0 3 * * ?\ndescription: of " + name + "\nfailover: true\njobName: " + name
                            + "\njobParameter: parameter\nmisfire: true\nmonitorExecution: true\n"
                            + "shardingItemParameters: 0=Beijing,1=Shanghai,2=Guangzhou\nshardingTotalCount: 3\n"
                            + "timeZone: Asia/Shanghai\n");
            nodes.put(job + "/servers/10.0.0.1", "ENABLED");
            nodes.put(job + "/servers/10.1." + stale / 250 + "." + stale % 250, "");
            nodes.put(job + "/instances/" + id, "");
            nodes.put(
                    job + "/leader/sharding",
                    "number 1\nstate open\ntotal 3\nsince 0\nmonitor true\ncron 0 0 3 * * ?\nzone Asia/Shanghai\nmembers "
                            + id + "\nowners 0,0,0\n");
            for (int item = 0; item < 3; item++) {
                nodes.put(
                        job + "/sharding/" + item,
                        "begun 1700000000000\ncompleted 4711\nrun cron-1700000000000\nstate done\nsource NORMAL_TRIGGER\n"
                                + "at 1700000000000\nattempt 1\ntotal 3\nsession 1003f2a1b2c0001\ninstance " + id
                                + "\nnonce 3f9c-12\n");
            }
        }
        return nodes;
    }
}
