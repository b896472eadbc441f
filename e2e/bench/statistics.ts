export interface Summary {
  median: number
  min: number
  max: number
  /** Difference of the extremes as a share of the median: 0.04 if all rounds are within 4 %. */
  spread: number
}

/** @returns NaN for each figure without a sample */
export function summarise(samples: readonly number[]): Summary {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (index: number) => sorted.at(index) ?? Number.NaN
  const [min, max, middle] = [at(0), at(-1), sorted.length / 2]
  const median = (at(Math.ceil(middle) - 1) + at(Math.floor(middle))) / 2
  return { median, min, max, spread: median === 0 ? 0 : (max - min) / median }
}

/** The ratio of `a` to `b`, round by round: a disturbance that slows a whole round slows both figures, and does not change their ratio. */
export function ratio(a: readonly number[], b: readonly number[]): Summary {
  return summarise(a.map((value, round) => value / (b[round] ?? Number.NaN)))
}

/**
 * Samples every contestant once in each round, so that a disturbance of the machine affects all of them. Each round begins with another
 * contestant, so that none always follows the same one.
 */
export async function sampleInTurns<Contestant, Sample>(
  rounds: number,
  contestants: readonly Contestant[],
  sample: (contestant: Contestant, round: number) => Promise<Sample>,
): Promise<Sample[][]> {
  const samples = contestants.map((): Sample[] => [])
  for (let round = 1; round <= rounds; round++) {
    for (let turn = 0; turn < contestants.length; turn++) {
      const index = (round - 1 + turn) % contestants.length
      samples[index]?.push(await sample(contestants[index] as Contestant, round))
    }
  }
  return samples
}
