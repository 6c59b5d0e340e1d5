"""Long work: run its tasks anywhere, keep the results, go on after a stop, show what came out.

    work         tasks, how one is measured, what came out of them
    estimate     averages with their intervals
    store        results in an SQLite file, each written as soon as it is made
    fingerprint  what a result belongs to: task, code and search
    claims       which tasks are at work
    pools        where tasks run: threads, processes, a Dask cluster
    runner       run what is missing
    export       results as CSV and Parquet
    experiment   a table or figure of a paper as such work
    searching    searches of tasks
    report       tables for a terminal and pages for the docs
    plots        the drawings

The experiments themselves are in `kibitz.experiments`, which this package knows nothing of.
"""
