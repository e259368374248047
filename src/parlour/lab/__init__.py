"""The laboratory: experiments that ask how games play, the games played for them, and what comes of it.

`experiment` is the question, read from a TOML file; `running` plays, `laboratory` keeps the games, each
of which is a `trace.Trace`. After each round of an experiment with a precision, `running` asks

    parlour.lab.stopping.enough(experiment, arms) -> bool

where `arms` maps each (variant, budget) of purpose ``play`` to its `ArmGames`, at each budget of the
same number.
The command line writes reports by

    parlour.lab.report.write_report(experiment, laboratory, folder) -> list[Path]

the page first, then its figures as JSON and CSV.
"""
