import { accepted, type Read, refused, type ValueReader } from '../value-reader.ts'

/**
 * Makes a reader of an enumerated type (PRM-058); its name is an assumption (PRM-G18).
 *
 * | of | grammar | otherwise |
 * |---|---|---|
 * | query, form | the exact name of a member, in its case | `Invalid value` |
 * | JSON | a string of that grammar | `Invalid value` |
 *
 * @param members the names; or an object of values by name, such as an `enum` or a constant object
 * @example
 * ```ts
 * param('status', enumReader(['Processed', 'Shipped'])) // 'Processed' | 'Shipped'
 * param('size', enumReader({ small: 1, large: 2 })) // ?size=large gives 2
 * ```
 */
export function enumReader<const Name extends string>(members: readonly Name[]): ValueReader<Name>
export function enumReader<const Value>(members: { readonly [name: string]: Value }): ValueReader<Value>
export function enumReader(members: readonly string[] | { readonly [name: string]: unknown }): ValueReader<unknown> {
  const values = new Map(Array.isArray(members) ? members.map((name) => [name, name]) : Object.entries(members))
  const read = (name: unknown): Read<unknown> =>
    values.has(name) ? accepted(values.get(name)) : refused('Invalid value')
  return { readParameter: read, readParameterJSON: read }
}
