"""The laboratory: run experiments about how games play, and report the results.

`experiment` reads the question from a TOML file, `running` plays the games, and `laboratory` stores
them as `trace.Trace`. After each round of an experiment with a precision, `running` calls

    parlour.lab.stopping.enough(experiment, arms) -> bool

where `arms` maps each (variant, budget) of purpose ``play`` to its `ArmGames`. All arms have the
same number of games. The command line writes reports with

    parlour.lab.report.write_report(experiment, laboratory, folder) -> list[Path]

the page first, then its figures as JSON and CSV.
"""
