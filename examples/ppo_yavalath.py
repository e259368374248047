"""A first training run: PPO with masks of legal moves on Yavalath, against a random opponent.

    python examples/ppo_yavalath.py --steps 30000

The learner is MaskablePPO of sb3-contrib (https://sb3-contrib.readthedocs.io), which asks the
environment for ``action_masks()``.
"""

from __future__ import annotations

import argparse

from sb3_contrib import MaskablePPO

from parlour.adapters.gymnasium import env


def learn(steps: int, seed: int = 1) -> MaskablePPO:
    """Train a policy for this many moves."""
    model = MaskablePPO(
        "MultiInputPolicy", env("yavalath", size=4, seat=None), n_steps=512, seed=seed
    )
    return model.learn(steps)


def score(model: MaskablePPO | None, games: int) -> float:
    """The share of games won; None plays at random."""
    played = env("yavalath", size=4, seat=None)
    won = 0.0
    for number in range(games):
        seen, _ = played.reset(seed=number)
        over, reward = False, 0.0
        while not over:
            masks = played.action_masks()
            if model is None:
                action = played.action_space.sample(masks)
            else:
                action, _ = model.predict(seen, action_masks=masks, deterministic=True)
            seen, reward, ended, cut, _ = played.step(action)
            over = ended or cut
        won += (reward + 1) / 2
    return won / games


def main() -> None:
    """Train, and compare with random play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=30000)
    parser.add_argument("--games", type=int, default=200)
    given = parser.parse_args()
    print(f"at random: {score(None, given.games):.1%} of games against a random opponent")
    print(f"learnt:    {score(learn(given.steps), given.games):.1%}")


if __name__ == "__main__":
    main()
