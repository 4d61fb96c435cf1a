package dev.elasticjob.engine.context;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.registry.Node;

/** The configuration by which this instance runs the job: the one in the registry, as far as it can be used. */
public final class ConfigInForce {

    private final JobConfiguration inCode;
    private final JobTree tree;
    private final ConfigText text;
    private final Effects effects;
    private final Reports reports;
    private JobConfiguration inForce;
    private boolean broken;
    private long parsedVersion = -1;

    ConfigInForce(JobConfiguration inCode, JobTree tree, ConfigText text, Effects effects, Reports reports) {
        this.inCode = inCode;
        this.tree = tree;
        this.text = text;
        this.effects = effects;
        this.reports = reports;
        inForce = inCode;
    }

    public JobConfiguration get() {
        return inForce;
    }

    /** Returns the configuration that the application passed. */
    public JobConfiguration inCode() {
        return inCode;
    }

    public ConfigText text() {
        return text;
    }

    /** Returns whether the configuration in the registry cannot be used. */
    public boolean isBroken() {
        return broken;
    }

    /** Parses the configuration in the registry if it has changed. */
    public void refresh(Node node, boolean everJoined) {
        if (node.modified() == parsedVersion) {
            return;
        }
        parsedVersion = node.modified();
        try {
            inForce = text.read(tree.config(), node.text());
            broken = false;
            reports.clear("config");
            effects.configured(inForce);
        } catch (IllegalArgumentException unusable) {
            broken = true;
            reports.report(
                    "config",
                    "The configuration in the registry cannot be used"
                            + (everJoined ? ", so the last good one stays in force: " : ", so the job does not join: ")
                            + unusable.getMessage());
        }
    }
}
