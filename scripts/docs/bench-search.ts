import MiniSearch, { type SearchOptions } from 'minisearch'
import { createIndex, queryOptions, searchOptions, searchRecords } from '../../src/docs/search-records.ts'
import { loadSiteData } from '../../src/docs/site-data.ts'

// node scripts/docs/bench-search.ts: measures how long a keystroke in the search of the docs takes, on the full index.

const library = await loadSiteData()
const index = MiniSearch.loadJSON(JSON.stringify(createIndex(library)), searchOptions)
const words = ['capture', 'cluster version', 'namespace header', 'ORD-060', 'token expires', 'x', 'status of an order']
const keystrokes = words.flatMap((word) => [...word].map((_, at) => word.slice(0, at + 1)))
const options: SearchOptions = {
  combineWith: 'AND',
  boost: queryOptions.boost,
  prefix: (word) => word.length >= queryOptions.prefixFrom,
  fuzzy: (word) => word.length >= queryOptions.fuzzyFrom && queryOptions.fuzzy,
}

for (const typed of keystrokes) index.search(typed, options)
const times = keystrokes.map((typed) => {
  const start = performance.now()
  index.search(typed, options)
  return { typed, time: performance.now() - start }
})
times.sort((one, other) => one.time - other.time)
const at = (share: number) => times[Math.floor(share * (times.length - 1))]
console.log(`${[...searchRecords(library)].length} records, ${times.length} keystrokes`)
console.log(
  `median ${at(0.5)?.time.toFixed(1)} ms, slowest ${at(1)?.time.toFixed(1)} ms ('${at(1)?.typed}'); the budget is 50 ms`,
)
