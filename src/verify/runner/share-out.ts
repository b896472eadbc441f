/** `2/3`: every third entry, beginning with the second. Together, the parts are all entries, none twice. */
export function takeShard<T>(entries: readonly T[], shard = '1/1'): T[] {
  const [index = 1, count = 1] = shard.split('/').map(Number)
  return entries.filter((_, position) => position % count === index - 1)
}

/** Divides entries into one group for each processor, with about the same work in each group. */
export function shareOut<T>(entries: readonly T[], processors: number, work: (entry: T) => number): T[][] {
  const count = Math.min(processors, entries.length)
  const groups = Array.from({ length: count }, () => ({ work: 0, entries: [] as T[] }))
  const heaviestFirst = entries
    .map((entry) => ({ entry, work: work(entry) }))
    .sort((one, other) => other.work - one.work)
  for (const { entry, work } of heaviestFirst) {
    const lightest = groups.reduce((one, other) => (other.work < one.work ? other : one))
    lightest.work += work
    lightest.entries.push(entry)
  }
  return groups.map(({ entries }) => entries)
}
