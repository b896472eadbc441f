import { isMapping, setOwn } from '../../json-pointer.ts'
import { edgesOf } from '../edges.ts'
import { sampleOf } from '../make-sample.ts'
import { wordsInside, wordsOutside } from './language.ts'
import { elementOf, memberOf, namesOf, openMembers, shapeOf } from './shape.ts'
import type { Conjunction, Universe } from './universe.ts'

const maxEdges = 300

/** A small value that the conjunction accepts. */
export function smallestOf(conjunction: Conjunction, universe: Universe): { value: unknown } | undefined {
  const { schemas } = universe
  const options = { schemas, size: 'minimal', hint: 'x', usesExamples: false } as const
  const { value, isValid } = sampleOf(universe.schemaOf(conjunction), options)
  return isValid ? { value } : undefined
}

/** Values at the edges of what is sent and of what is read. Some are invalid. */
export function* edgesAt(sub: Conjunction, sup: Conjunction, universe: Universe): Generator<unknown> {
  const options = { schemas: universe.schemas, max: maxEdges, maxDepth: 2, hint: 'x' }
  for (const conjunction of [universe.join(sub, sup), sub, sup])
    for (const { value } of edgesOf(universe.schemaOf(conjunction), options)) yield value
  yield* withOtherNames(sub, sup, universe)
  for (const part of [sup, sub].flatMap((conjunction) => [...partsWithin(conjunction, universe)]))
    for (const { value } of edgesOf(universe.schemaOf(part), { ...options, max: 60 })) yield value
}

/** Objects with a member that nothing names. */
function* withOtherNames(sub: Conjunction, sup: Conjunction, universe: Universe): Generator<unknown> {
  const [own, reader] = [shapeOf(sub), shapeOf(sup)]
  if (!own.types.has('object')) return
  const base = smallestOf(universe.ofType(sub, 'object'), universe)?.value
  if (!isMapping(base)) return
  const patterns = [...openMembers(own).keys(), ...openMembers(reader).keys()].filter((pattern) => pattern !== '')
  const refused = reader.memberNames.flatMap((schema) => shapeOf(universe.partsOf(schema)).patterns)
  const words = [
    ...patterns.flatMap((pattern) => wordsInside([pattern]) ?? []),
    ...refused.flatMap((pattern) => wordsOutside([], pattern) ?? []),
  ]
  const whole = { ...base }
  for (const name of [...words, 'other', 'another', 'x-1', 'Z', 'a-very-long-name-of-a-member', '']) {
    const member = smallestOf(memberOf(own, name, universe) ?? [], universe)
    if (!member || Object.hasOwn(base, name)) continue
    const one = { ...base }
    setOwn(one, name, member.value)
    setOwn(whole, name, member.value)
    yield one
  }
  yield whole
}

/** The schemas of the same value that hold in a branch or under a condition, each alone. */
function* partsWithin(conjunction: Conjunction, universe: Universe, depth = 0): Generator<Conjunction> {
  if (depth > 3) return
  for (const part of conjunction)
    for (const schema of ['anyOf', 'oneOf', 'not', 'if', 'then', 'else'].flatMap((key) => [part[key] ?? []].flat())) {
      const parts = universe.partsOf(schema)
      yield parts
      yield* partsWithin(parts, universe, depth + 1)
    }
}

/** Whether all members of a value are documented, or have a name that the schema leaves open. */
export function isHonest(conjunction: Conjunction, value: unknown, universe: Universe): boolean {
  if (typeof value !== 'object' || value === null) return true
  const all = [conjunction, ...partsWithin(conjunction, universe)].map((parts) => shapeOf(parts))
  if (Array.isArray(value))
    return value.every((one, index) =>
      isHonest(universe.join(...all.map((shape) => elementOf(shape, index, universe))), one, universe),
    )
  const isFreeForm = all.every((shape) => shape.members.length + shape.required.size === 0)
  return Object.entries(value).every(([name, member]) => {
    const found = all.flatMap((shape) => memberOf(shape, name, universe) ?? [])
    const isNamed = all.some(
      (shape) => shape.required.has(name) || namesOf(shape).has(name) || memberOf(shape, name, universe) !== undefined,
    )
    return (isNamed || isFreeForm) && isHonest(found, member, universe)
  })
}
