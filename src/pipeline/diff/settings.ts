import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMapping } from '../../contract/json-pointer.ts'
import { parseSoundYaml } from '../../contract/yaml-file.ts'
import { UserError } from '../../user-error.ts'
import type { Change } from './compare-documents.ts'
import { kinds } from './kinds.ts'

/** A change that a team has decided to make. */
export interface AcceptedChange {
  /** ID of its kind. */
  id: string
  /** Text that its place begins with: `GET /orders`. Without it, all changes of the kind. */
  at?: string
  because: string
  /** The last day on which it is accepted: `2026-12-31`. */
  until?: string
}

export interface DiffSettings {
  accepted: readonly AcceptedChange[]
  /** Changes of an interface with rules are announced in CHANGELOG.md. */
  needsChangelog: boolean
}

const file = 'rulebound.yaml'

/**
 * The part `diff` of the settings in a folder.
 *
 * @throws {UserError} for an entry that cannot be meant
 */
export function readDiffSettings(folder: string): DiffSettings {
  const path = join(folder, file)
  if (!existsSync(path)) return { accepted: [], needsChangelog: false }
  const yaml = parseSoundYaml(file, readFileSync(path, 'utf8'))
  const { diff = {} } = Object(yaml.data)
  const refuse = (at: (string | number)[], message: string): never => {
    const { line, column } = yaml.at(['diff', ...at])
    throw new UserError(`${file}:${line}:${column}  ${message}`)
  }
  if (!isMapping(diff)) return refuse([], '`diff` is a mapping with `accepted` or `changelog`')
  const { accepted = [], changelog = false, ...others } = diff
  for (const key of Object.keys(others))
    refuse([key], `there is no setting \`${key}\` of \`diff\`: give \`accepted\` or \`changelog\``)
  if (typeof changelog !== 'boolean') refuse(['changelog'], '`changelog` is true or false')
  if (!Array.isArray(accepted)) return refuse(['accepted'], '`accepted` is a list')
  const entries = accepted.map((entry, index): AcceptedChange => {
    const { id, at, because, until, ...rest } = Object(entry)
    const place = ['accepted', index]
    if (!kinds.has(String(id)))
      refuse(place, `there is no kind of change \`${id}\`: see the table in docs/guides/breaking-changes.md`)
    if (typeof because !== 'string' || because === '')
      refuse(place, `${id} needs \`because\`: the reason, for readers of a report`)
    const day = until instanceof Date ? until.toISOString().slice(0, 10) : until
    if (day !== undefined && !/^\d{4}-\d\d-\d\d$/.test(String(day)))
      refuse([...place, 'until'], '`until` is a day: 2026-12-31')
    for (const key of Object.keys(rest))
      refuse(
        [...place, key],
        `there is no \`${key}\`: an accepted change has \`id\`, \`at\`, \`because\` and \`until\``,
      )
    return {
      id,
      because,
      ...(at !== undefined && { at: String(at) }),
      ...(day !== undefined && { until: String(day) }),
    }
  })
  return { accepted: entries, needsChangelog: changelog === true }
}

/** @param today `2026-11-28` */
export function findAcceptance(
  change: Change,
  accepted: readonly AcceptedChange[],
  today: string,
): AcceptedChange | undefined {
  return accepted.find(
    ({ id, at, until }) =>
      id === change.id && (at === undefined || change.place.startsWith(at)) && (until === undefined || today <= until),
  )
}
