import { suggest } from '../../contract/suggest.ts'
import { readYamlPart, type YamlPlace } from '../../contract/yaml-file.ts'
import type { Change } from './change-list.ts'
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

/**
 * Reads accepted changes: a list, or a file with the list `accepted`.
 *
 * @throws {UserError} for an entry that cannot be meant
 */
export function readAccepted(place: YamlPlace): AcceptedChange[] {
  const { data, fault } = readYamlPart(place)
  const start = place.path.length === 0 ? ['accepted'] : []
  const list = start.length === 0 ? data : Object(data).accepted
  if (!Array.isArray(list)) throw fault(start, 'write a list of accepted changes, each with `id` and `because`')
  return list.map((entry, index): AcceptedChange => {
    const { id, at, because, until, ...rest } = Object(entry)
    const here = [...start, index]
    if (!kinds.has(String(id)))
      throw fault(here, `there is no kind of change \`${id}\`; ${suggest(String(id), [...kinds.keys()])}`)
    if (typeof because !== 'string' || because === '')
      throw fault(here, `${id} needs \`because\`: the reason, for readers of a report`)
    const day = until instanceof Date ? until.toISOString().slice(0, 10) : until
    if (day !== undefined && !/^\d{4}-\d\d-\d\d$/.test(String(day)))
      throw fault([...here, 'until'], 'write a day, such as 2026-12-31')
    for (const key of Object.keys(rest))
      throw fault([...here, key], `there is no such key; ${suggest(key, ['id', 'at', 'because', 'until'])}`)
    return {
      id,
      because,
      ...(at !== undefined && { at: String(at) }),
      ...(day !== undefined && { until: String(day) }),
    }
  })
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
