// @ts-check

/**
 * The candidate that is at most two edits away from `name`, for "did you mean"; undefined when none is that close.
 *
 * @param {string} name
 * @param {Iterable<string>} candidates
 * @returns {string | undefined}
 */
export function nearest(name, candidates) {
  let best
  let least = 3
  for (const candidate of candidates) {
    const edits = editDistance(name, candidate)
    if (edits < least) {
      least = edits
      best = candidate
    }
  }
  return best
}

/**
 * @param {string} from
 * @param {string} to
 */
function editDistance(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = Number(row[j - 1]) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, Number(row[j]) + 1, Number(next[j - 1]) + 1))
    }
    row = next
  }
  return Number(row[to.length])
}
