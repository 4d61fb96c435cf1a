package dev.elasticjob.lite2x;

/** Ends the run of an item on an instance on which the job is paused. */
final class PausedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PausedException(String jobName, int item) {
        super(
                "Item " + item + " of job '" + jobName + "' was skipped: the job is paused on this instance by"
                        + " JobScheduleController.pauseJob().",
                null,
                false,
                false);
    }
}
