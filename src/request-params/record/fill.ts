import { ParamNotFoundError } from '../errors.ts'
import type { Outcome } from '../outcome.ts'
import type { Reader } from '../read-parameter.ts'
import { copyOf, type ParamRecord, state, stateOf } from './record.ts'

/** Fills a copy of the record with the values that `read` finds. */
export function fillWith<T extends object, Name extends string>(
  record: T & ParamRecord<Name>,
  names: readonly Name[],
  read: (name: Name, reader: Reader<unknown>) => Outcome<unknown>,
): T & ParamRecord<Name> {
  const known = stateOf(record)
  // Checks all names before it reads any: a name that is not a field means that names come from a request, not from the code.
  for (const name of names) {
    if (!known.fields.has(name)) throw new TypeError(`'${name}' is not a field of the record`)
  }
  const filled = copyOf(record)
  let { errors } = known
  for (const name of names) {
    const reader = known.fields.get(name)
    const outcome = reader && read(name, reader)
    if (!outcome || (!outcome.ok && outcome.error instanceof ParamNotFoundError)) continue
    errors = errors.filter(({ field }) => field !== name)
    if (outcome.ok) Object.assign(filled, { [name]: outcome.value })
    else errors = [...errors, { field: name, message: outcome.error.reason }]
  }
  return Object.assign(filled, { [state]: { ...known, errors } })
}
