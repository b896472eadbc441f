// @ts-check
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { closestMatch } from 'leven'
import { parse } from 'yaml'

/**
 * Every ID in `x-rules` and `x-gaps` stands in the catalogue beside the document.
 *
 * @type {import('@stoplight/spectral-core').RulesetFunction}
 */
export default function cataloguedIds(ids, _options, context) {
  if (!Array.isArray(ids)) return
  const inside = relative(process.cwd(), join(dirname(context.document.source ?? ''), 'rules.yaml'))
  const file = inside.startsWith('..') ? 'rules.yaml' : inside
  const list = context.path.at(-1) === 'x-gaps' ? 'gaps' : 'rules'
  const catalogue = catalogueBeside(context)
  if (!catalogue) return [{ message: `${file} cannot be read, and ${ids.join(', ')} must stand there.` }]
  const known = catalogue[list]
  return ids.flatMap((id, index) => {
    if (known.includes(id)) return []
    const next = nextFree(known)
    const isWellFormed = next !== undefined && String(id).replace(/\d/g, '0') === next.replace(/\d/g, '0')
    const near = closestMatch(String(id), known, { maxDistance: 2 })
    const hint = isWellFormed
      ? `add it to this file; the next free number is ${next}.`
      : near
        ? `did you mean ${near}?`
        : 'write the entry, or mend the ID.'
    return [
      {
        message: `${id} is not among the ${list} of ${file}; ${hint}`,
        path: [...context.path, index],
      },
    ]
  })
}

/**
 * @param {readonly string[]} known
 * @returns {string | undefined} the ID after the highest one: `ORD-092`
 */
function nextFree(known) {
  const highest = [...known].sort().at(-1)
  return highest?.replace(/\d+$/, (digits) => String(Number(digits) + 1).padStart(digits.length, '0'))
}

/** @typedef {{ rules: string[], gaps: string[] }} KnownIds */

/** Reads a catalogue once per document and run. Each run has a new inventory, so a watcher never sees an old catalogue. */
/** @type {WeakMap<object, KnownIds | null>} */
const read = new WeakMap()

/**
 * The IDs in the rules.yaml beside the linted document; null if it cannot be read.
 *
 * @param {import('@stoplight/spectral-core').RulesetFunctionContext} context
 * @returns {KnownIds | null}
 */
function catalogueBeside({ document, documentInventory }) {
  const known = read.get(documentInventory)
  if (known !== undefined) return known
  const catalogue = readCatalogue(join(dirname(document.source ?? ''), 'rules.yaml'))
  read.set(documentInventory, catalogue)
  return catalogue
}

/**
 * @param {string} file
 * @returns {KnownIds | null}
 */
function readCatalogue(file) {
  try {
    const { rules, gaps } = parse(readFileSync(file, 'utf8'))
    return { rules: idsOf(rules), gaps: idsOf(gaps) }
  } catch {
    return null
  }
}

/**
 * @param {unknown} entries
 * @returns {string[]}
 */
function idsOf(entries) {
  return Array.isArray(entries) ? entries.map((entry) => String(entry?.id)) : []
}
