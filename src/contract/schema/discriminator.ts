import { isMapping } from '../json-pointer.ts'

/** The named schemas of a document, and how references name them. */
export interface Components {
  all: Readonly<Record<string, unknown>>
  nameOf(ref: string): string | undefined
  refOf(name: string): string
}

/** A schema that extends another one, and the value by which a discriminator tells it. */
export interface Subtype {
  name: string
  ref: string
}

/** The schemas that a base with a discriminator stands for: those of its mapping, then those that extend it by `allOf`. */
export function findSubtypes(components: Components, baseRef: string): Subtype[] {
  const base = components.nameOf(baseRef)
  const { discriminator } = Object(base === undefined ? undefined : components.all[base])
  if (base === undefined || !isMapping(discriminator)) return []
  const mapped = mappingOf(discriminator, components)
  const extending = Object.keys(components.all).filter((name) => name !== base && extendsBase(components, name, base))
  const others = extending.filter((name) => !mapped.some(([, target]) => target === name))
  return [...mapped, ...others.map((name) => [name, name] as const)].map(([name, target]) => ({
    name,
    ref: target === base ? baseRef : components.refOf(target),
  }))
}

/** The values by which a discriminator tells the schema that a reference leads to, as a rule one. */
export function findNames(components: Components, discriminator: unknown, ref: string): string[] {
  const name = components.nameOf(ref)
  if (name === undefined) return []
  const mapped = mappingOf(Object(discriminator), components).filter(([, target]) => target === name)
  return mapped.length > 0 ? mapped.map(([value]) => value) : [name]
}

/** A mapping names components by their names or by references. */
function mappingOf({ mapping }: Readonly<Record<string, unknown>>, { all, nameOf }: Components) {
  return Object.entries(Object(mapping) as Record<string, unknown>).flatMap(([value, target]) => {
    const text = String(target)
    const name = Object.hasOwn(all, text) ? text : (nameOf(text) ?? text.split('/').at(-1) ?? '')
    return Object.hasOwn(all, name) ? [[value, name] as const] : []
  })
}

/** Whether a schema names a base in its `allOf`, or extends one that does. */
export function extendsBase({ all, nameOf }: Components, name: string, base: string): boolean {
  const seen = new Set<string>()
  const pending = [name]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    const { allOf } = Object(all[next])
    for (const part of Array.isArray(allOf) ? allOf : []) {
      const found = typeof Object(part).$ref === 'string' ? nameOf(part.$ref) : undefined
      if (found === base) return true
      if (found !== undefined) pending.push(found)
    }
  }
  return false
}
