/** Samples of one figure, one a round. */
export interface Summary {
  median: number
  min: number
  max: number
  /** Distance of the extremes as a share of the median: 0.04 when all rounds lie within 4 %. */
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

/**
 * How many times `b` goes into `a`, round by round: a disturbance that slows a whole round slows both figures and leaves
 * their ratio alone.
 */
export function ratio(a: readonly number[], b: readonly number[]): Summary {
  return summarise(a.map((value, round) => value / (b[round] ?? Number.NaN)))
}

/**
 * Samples every contestant once a round, so that a disturbance of the machine meets all alike. Each round begins with
 * another contestant, so that none always follows the same one.
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
