/** `2/3`: every third entry, beginning with the second. Together, the parts are all entries, none twice. */
export function takeShard<T>(entries: readonly T[], shard = '1/1'): T[] {
  const [index = 1, count = 1] = shard.split('/').map(Number)
  return entries.filter((_, position) => position % count === index - 1)
}

/**
 * Orders all entries for each of several threads, which share the work. Each thread begins with its own share, the largest entry first.
 * Then it takes the shares of the others from their ends, which are probably not started.
 */
export function orderForEach<T>(entries: readonly T[], threads: number, work: (entry: T) => number): T[][] {
  const groups = Array.from({ length: threads }, () => ({ work: 0, entries: [] as T[] }))
  const heaviestFirst = entries
    .map((entry) => ({ entry, work: work(entry) }))
    .sort((one, other) => other.work - one.work)
  for (const { entry, work } of heaviestFirst) {
    const lightest = groups.reduce((one, other) => (other.work < one.work ? other : one))
    lightest.work += work
    lightest.entries.push(entry)
  }
  return groups.map((own) => [
    ...own.entries,
    ...groups.filter((group) => group !== own).flatMap((group) => group.entries.toReversed()),
  ])
}
