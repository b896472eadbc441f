import { pointerIn, valueAt } from '../../contract/json-pointer.ts'
import type { Verdict } from './redocly-diff.ts'

/**
 * Says in one verdict that a property has another name. Redocly says that the old name went and, for a required property, that the
 * list of required properties lost one name and has another.
 *
 * @param renamed pairs of an old and a new name, as the wire form shows them
 * @param now the bundle in which the new name stands
 */
export function joinRenames(
  verdicts: readonly Verdict[],
  renamed: readonly (readonly [from: string, to: string])[],
  now: object,
): Verdict[] {
  const joined = verdicts.map((verdict) => {
    const [, schema, from] = /^(.*)\/properties\/([^/]+)$/.exec(verdict.pointer) ?? []
    if (schema === undefined || !verdict.message.endsWith(' was removed.')) return { verdict }
    const present = Object(Object(valueAt(now, pointerIn(schema))).properties)
    const pair = renamed.find(([old, to]) => old === from && Object.hasOwn(present, to))
    if (!pair) return { verdict }
    const message = verdict.message.replace(/ was removed\.$/, () => ` is now \`${pair[1]}\`.`)
    return { verdict: { ...verdict, message }, required: `${schema}/required`, pair }
  })
  const isSaid = ({ rule, pointer, message }: Verdict) => {
    if (rule !== 'required-properties-removed' && rule !== 'required-properties-added') return false
    const said = joined.flatMap(({ required, pair = [] }) => (required === pointer ? pair : []))
    const names = [...message.slice(message.lastIndexOf(':')).matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    return names.length > 0 && names.every((name) => said.includes(name))
  }
  return joined.map(({ verdict }) => verdict).filter((verdict) => !isSaid(verdict))
}
