/** The middle of the samples; NaN without a sample. */
export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (index: number) => sorted.at(index) ?? Number.NaN
  const middle = sorted.length / 2
  return (at(Math.ceil(middle) - 1) + at(Math.floor(middle))) / 2
}

/** Difference of the extremes as a share of the median: 0.04 if all rounds are within 4 %. */
export function spread(samples: readonly number[]): number {
  return (Math.max(...samples) - Math.min(...samples)) / median(samples)
}

/** The ratio of `a` to `b`, round by round: a disturbance that slows a whole round slows both figures, and does not change their ratio. */
export function ratio(a: readonly number[], b: readonly number[]): number {
  return median(a.map((value, round) => value / (b[round] ?? Number.NaN)))
}

/**
 * Samples every contestant once in each round, so that a disturbance of the machine affects all of them. Each round begins with another
 * contestant, so that none always follows the same one.
 */
export async function sampleInTurns<Contestant>(
  rounds: number,
  contestants: readonly Contestant[],
  sample: (contestant: Contestant, round: number) => Promise<void>,
): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    const first = (round - 1) % Math.max(1, contestants.length)
    for (const contestant of [...contestants.slice(first), ...contestants.slice(0, first)])
      await sample(contestant, round)
  }
}
