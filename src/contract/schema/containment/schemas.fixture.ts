/** Schemas and values for tests that compare a decision with what values say. */

type Schema = Record<string, unknown> | boolean

export interface Random {
  next(): number
  chance(share: number): boolean
  pick<T>(list: readonly [T, ...T[]]): T
}

/** The same numbers for each run of a seed. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    chance: (share) => next() < share,
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  }
}

export function randomSchema(random: Random, depth = 0): Schema {
  const { pick, chance } = random
  const below = () => randomSchema(random, depth + 1)
  if (depth < 3 && chance(0.35))
    return pick<() => Schema>([
      () => ({ anyOf: [below(), below()] }),
      () => ({ oneOf: [below(), below()] }),
      () => ({ allOf: [below(), below()] }),
      () => ({ not: below() }),
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      () => ({ if: below(), then: below(), ...(chance(0.5) && { else: below() }) }),
    ])()
  if (chance(0.1))
    return { enum: [...new Set([pick<unknown>([0, 1, 'a', 'b', null]), pick<unknown>([2, true, 'ab', 'a'])])] }
  if (chance(0.04)) return pick<Schema>([{}, true, { const: pick([0, 1, 'a', null]) }])
  const type = pick(['integer', 'number', 'string', 'array', 'object', 'object', 'boolean', 'null'])
  const some = (share: number, make: () => object) => (chance(share) ? make() : {})
  const size = () => pick([0, 1, 2, 3, 5])
  return {
    ...some(0.85, () => ({ type: chance(0.15) ? [...new Set([type, pick(['null', 'string'])])] : type })),
    ...(/integer|number/.test(type) && {
      ...some(0.4, () => ({ minimum: size() })),
      ...some(0.4, () => ({ maximum: size() })),
      ...some(0.2, () => ({ exclusiveMaximum: size() })),
      ...some(0.2, () => ({ multipleOf: pick([1, 2, 3, 0.5]) })),
    }),
    ...(type === 'string' && {
      ...some(0.4, () => ({ minLength: pick([0, 1, 2]) })),
      ...some(0.4, () => ({ maxLength: pick([1, 2, 3]) })),
      ...some(0.3, () => ({ pattern: pick(['^a', 'b$', '^[ab]*$', '^a?b?$', '^.{2}$']) })),
    }),
    ...(type === 'array' && {
      ...some(0.6, () => ({ items: below() })),
      ...some(0.2, () => ({ prefixItems: [below()] })),
      ...some(0.3, () => ({ minItems: pick([1, 2]) })),
      ...some(0.3, () => ({ maxItems: pick([1, 2]) })),
      ...some(0.15, () => ({ uniqueItems: true })),
      ...some(0.15, () => ({ contains: below(), minContains: pick([0, 1, 2]) })),
    }),
    ...(type === 'object' && {
      properties: { a: below(), ...some(0.5, () => ({ b: below() })) },
      ...some(0.4, () => ({ required: [pick(['a', 'b'])] })),
      ...some(0.25, () => ({ additionalProperties: pick<unknown>([false, true, below()]) })),
      ...some(0.15, () => ({ patternProperties: { '^c': below() } })),
      ...some(0.1, () => ({ minProperties: 1 })),
      ...some(0.1, () => ({ maxProperties: 1 })),
      ...some(0.1, () => ({ dependentRequired: { a: ['b'] } })),
      ...some(0.08, () => ({ unevaluatedProperties: pick<unknown>([false, below()]) })),
      ...some(0.06, () => ({ dependentSchemas: { a: below() } })),
    }),
  }
}

/** The schema with one constant moved by one, one type changed, or one keyword less. */
export function mutate(schema: Schema, random: Random): Schema {
  const copy = structuredClone(schema)
  const spots: [Record<string, unknown>, string][] = []
  const walk = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      if (!Array.isArray(node)) spots.push([node as Record<string, unknown>, key])
      walk(value)
    }
  }
  walk(copy)
  const [first] = spots
  if (!first) return copy
  const [node, key] = random.pick([first, ...spots])
  const value = node[key]
  if (key === 'multipleOf') node[key] = random.pick([1, 2, 3])
  else if (typeof value === 'number') node[key] = Math.max(0, value + random.pick([-1, 1]))
  else if (key === 'type')
    node[key] = random.pick<unknown>(['integer', 'string', 'number', 'object', ['string', 'null']])
  else if (key === 'enum') node[key] = random.chance(0.5) ? [7] : [...(value as unknown[]), 'zz']
  else if (key === 'anyOf' || key === 'oneOf') {
    delete node[key]
    node[key === 'anyOf' ? 'oneOf' : 'anyOf'] = value
  } else if (typeof value === 'boolean') node[key] = !value
  else if (/^(properties|patternProperties|allOf|then|else)$/.test(key)) node[key] = value
  else delete node[key]
  return copy
}

/** Scalars around constants, and lists and objects of them. */
export function valuesAround(constants: readonly number[]): unknown[] {
  const numbers = [...new Set(constants.flatMap((one) => [one - 1, one, one + 1, one + 0.5]))]
  const texts = ['', 'a', 'b', 'ab', 'ba', 'aab', 'zz', 'xxxx']
  const scalars = [null, true, false, ...numbers, ...texts]
  const parts = [null, true, 0, 1, 2, 3, 0.5, 'a', 'ab', [], {}, { a: 1 }]
  const lists = [[], ...parts.flatMap((one) => [[one], [one, one], [one, 1], ['a', one]]), [1, 'a', 'b']]
  const objects = [
    {},
    ...parts.flatMap((one) => [
      { a: one },
      { b: one },
      { c: one },
      { a: one, b: 1 },
      { a: 1, b: one },
      { a: 'a', b: one },
    ]),
  ]
  return [...scalars, ...lists, ...objects, ...objects.slice(0, 30).map((one) => [one])]
}

/** Whether all members of a value are documented by these schemas or left open by what they write. */
export function documentedIn(value: unknown, schemas: readonly unknown[]): boolean {
  if (typeof value !== 'object' || value === null) return true
  const all: Record<string, unknown>[] = []
  const collect = (schema: unknown) => {
    if (typeof schema !== 'object' || schema === null) return
    const one = schema as Record<string, unknown>
    all.push(one)
    for (const key of ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else']) [one[key] ?? []].flat().forEach(collect)
    Object.values(Object(one.dependentSchemas)).forEach(collect)
  }
  schemas.forEach(collect)
  if (Array.isArray(value))
    return value.every((element, index) =>
      documentedIn(
        element,
        all.flatMap(({ prefixItems, items, contains }) => [Object(prefixItems)[index] ?? items, contains]),
      ),
    )
  return Object.entries(value).every(([name, member]) => {
    const own = all.flatMap(({ properties, patternProperties }) => [
      ...(Object.hasOwn(Object(properties), name) ? [Object(properties)[name]] : []),
      ...Object.entries(Object(patternProperties)).flatMap(([pattern, one]) =>
        new RegExp(pattern).test(name) ? [one] : [],
      ),
    ])
    if (own.length > 0) return documentedIn(member, own)
    const open = all
      .flatMap((one) => [one.additionalProperties, one.unevaluatedProperties])
      .filter((one) => one !== undefined && one !== false)
    // `true` says that there may be others, and not what they are called.
    return open.length > 0 && !open.includes(true) && documentedIn(member, open)
  })
}
