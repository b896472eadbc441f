// @ts-check
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'

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
export function catalogueBeside({ document, documentInventory }) {
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
