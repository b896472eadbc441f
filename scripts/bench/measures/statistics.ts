/** Samples of one figure, one a round. */
export interface Summary {
  median: number
  min: number
  max: number
  /** Distance of the extremes as a share of the median: 0.04 when all rounds lie within 4 %. */
  spread: number
}

/** @throws {RangeError} without a sample */
export function summarise(samples: readonly number[]): Summary {
  const sorted = samples.toSorted((a, b) => a - b)
  const [min, max] = [sorted[0], sorted.at(-1)]
  if (min === undefined || max === undefined) throw new RangeError('there is no sample to summarise')
  const middle = sorted.length / 2
  const low = sorted[Math.ceil(middle) - 1] ?? min
  const high = sorted[Math.floor(middle)] ?? max
  const median = (low + high) / 2
  return { median, min, max, spread: median === 0 ? 0 : (max - min) / median }
}

/**
 * How many times `a` is `b`, round by round: what slows a whole round down slows both of its figures, and so leaves their
 * ratio alone.
 *
 * @throws {RangeError} when the two were not sampled in the same rounds
 */
export function ratio(a: readonly number[], b: readonly number[]): Summary {
  if (a.length !== b.length) throw new RangeError(`${a.length} rounds cannot be compared with ${b.length}`)
  return summarise(a.map((value, round) => value / (b[round] ?? Number.NaN)))
}
