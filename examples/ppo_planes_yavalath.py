"""PPO on Yavalath from planes, with NumPy alone: hundreds of games at once against a random opponent.

    python examples/ppo_planes_yavalath.py --updates 60

The learner has seat 0. A network with one hidden layer gives the logits of all actions, of which the
masks leave the legal ones, and the value of the position. Rewards come at the end of a game.
"""

from __future__ import annotations

import argparse

import numpy as np
import numpy.typing as npt

from parlour.adapters import vector
from parlour.adapters.vectors import Vector

Array = npt.NDArray[np.float32]

GAMES, STEPS, HIDDEN = 256, 16, 128  # games at once, moves of each between updates, hidden units
DISCOUNT, TRACE, CLIP, ENTROPY, RATE = 0.99, 0.95, 0.2, 0.01, 0.002


class Network:
    """Logits and values of observations; `update` follows a gradient by Adam."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        shapes = [(inputs, HIDDEN), (1, HIDDEN), (HIDDEN, actions + 1), (1, actions + 1)]
        sizes = [1 / inputs**0.5, 0, 0.01 / HIDDEN**0.5, 0]
        self.weights = [
            (rng.standard_normal(shape) * size).astype(np.float32)
            for shape, size in zip(shapes, sizes, strict=True)
        ]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.updates = 0

    def look(self, seen: Array) -> tuple[Array, Array, Array]:
        """The hidden layer, the logits and the values."""
        first, bias, last, shift = self.weights
        hidden = np.maximum(seen @ first + bias, 0)
        out = hidden @ last + shift
        return hidden, out[:, :-1], out[:, -1]

    def update(self, seen: Array, hidden: Array, slope: Array) -> None:
        """One step against the slope of the loss in the outputs."""
        back = (slope @ self.weights[2].T) * (hidden > 0)
        slopes = [seen.T @ back, back.sum(0, keepdims=True)]
        slopes += [hidden.T @ slope, slope.sum(0, keepdims=True)]
        self.updates += 1
        for weights, gradient, (mean, square) in zip(
            self.weights, slopes, self.moments, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            step = mean / (1 - 0.9**self.updates)
            weights -= RATE * step / (np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8)


def policy(logits: Array, masks: npt.NDArray[np.bool_]) -> Array:
    """The probabilities of the legal actions."""
    odds = np.where(masks, logits, -np.inf)
    odds = np.exp(odds - odds.max(1, keepdims=True))
    return odds / odds.sum(1, keepdims=True)


def looked_at(games: Vector) -> tuple[Array, npt.NDArray[np.bool_]]:
    """The observations as rows, and the masks, both copied."""
    return games.observations.reshape(games.n, -1).astype(np.float32), games.masks > 0


def draw(chances: Array, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """An action for each game."""
    return (np.log(chances + 1e-30) + rng.gumbel(size=chances.shape)).argmax(1)


def learn(updates: int, seed: int = 1) -> tuple[Network, list[float]]:
    """A network after so many updates, and the share of points that was won before each."""
    rng = np.random.default_rng(seed)
    games = vector("yavalath:size=4", n=GAMES, learner=0, observations=True, seed=seed)
    network = Network(games.observations[0].size, games.actions, rng)
    shares = []
    for _ in range(updates):
        rows, share = play_steps(games, network, rng)
        shares.append(share)
        for _ in range(4):
            for part in np.array_split(rng.permutation(len(rows[0])), 4):
                improve(network, *(row[part] for row in rows))
    return network, shares


def play_steps(
    games: Vector, network: Network, rng: np.random.Generator
) -> tuple[tuple[npt.NDArray[np.generic], ...], float]:
    """Moves of all games: what was seen, masks, actions, their chances, advantages, values to learn."""
    kept, values, rewards, running = [], [], [], []
    points, ended = 0.0, 0
    for _ in range(STEPS):
        seen, masks = looked_at(games)
        _, logits, value = network.look(seen)
        chances = policy(logits, masks)
        actions = draw(chances, rng)
        kept.append((seen, masks, actions, chances[np.arange(GAMES), actions]))
        scores, over = games.step(actions)
        values.append(value)
        rewards.append(np.where(over == 1, 2 * scores[:, 0] - 1, 0))
        running.append(over == 0)
        points, ended = points + scores[over == 1, 0].sum(), ended + (over == 1).sum()
    following, gain, gains = network.look(looked_at(games)[0])[2], 0.0, []
    for value, reward, goes_on in zip(values[::-1], rewards[::-1], running[::-1], strict=True):
        gain = reward + DISCOUNT * following * goes_on - value + DISCOUNT * TRACE * goes_on * gain
        gains.append(gain)
        following = value
    advantages = np.concatenate(gains[::-1])
    columns = [np.concatenate(column) for column in zip(*kept, strict=True)]
    targets = advantages + np.concatenate(values)
    standard = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    return (*columns, standard, targets), points / max(ended, 1)


def improve(
    network: Network,
    seen: Array,
    masks: npt.NDArray[np.bool_],
    actions: npt.NDArray[np.int64],
    before: Array,
    advantages: Array,
    targets: Array,
) -> None:
    """One step on PPO's loss: clipped policy, squared error of the values, entropy."""
    hidden, logits, values = network.look(seen)
    chances, rows = policy(logits, masks), np.arange(len(seen))
    ratio = chances[rows, actions] / before
    clipped = np.where(advantages > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
    chosen = np.zeros_like(chances)
    chosen[rows, actions] = 1
    slope = (chances - chosen) * np.where(clipped, 0, ratio * advantages)[:, None]
    logs = np.log(chances + 1e-30)
    surprise = (chances * logs).sum(1, keepdims=True)
    slope += ENTROPY * chances * (logs - surprise)
    outputs = np.concatenate([slope, (values - targets)[:, None]], 1) / len(seen)
    network.update(seen, hidden, outputs.astype(np.float32))


def main() -> None:
    """Train, and print how the share of points rises."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=60)
    given = parser.parse_args()
    _, shares = learn(given.updates)
    for number in range(0, given.updates, 10):
        print(f"updates {number + 1:>3} on: {np.mean(shares[number : number + 10]):.1%}")


if __name__ == "__main__":
    main()
