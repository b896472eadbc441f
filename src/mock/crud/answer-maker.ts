import type { Answer } from '../../behaviour/definition.ts'
import { isObject } from '../../contract/json-pointer.ts'
import { type Operation, responseOf } from '../../contract/operation.ts'
import { sampleOf } from '../../contract/published/make-sample.ts'
import { memoize } from '../memoize.ts'
import { compileResponseAcceptance } from '../prism/fast-response.ts'
import { documentedAnswer, usualResponse } from '../published/documented-answer.ts'
import { bundleOf } from '../request/compile-schema.ts'
import {
  type BodyShape,
  jsonBody,
  listsIn,
  mapIn,
  namesOf,
  objectsIn,
  propertiesOf,
  valueAtPlace,
  withValueAt,
} from './body-shape.ts'
import { describePage, type ListPage } from './list-page.ts'
import type { StoredRecord } from './records.ts'

/** A list of records, or a map of records by their keys. */
type ListShape = BodyShape & { items: BodyShape; isMap?: boolean }

/** Makes the answers of one operation with records in the place of its example. */
export class AnswerMaker {
  readonly #http: Operation['http']
  readonly #key: string | undefined
  readonly #accepts: (answer: Answer) => boolean
  readonly #recordFrame = memoize((status: number | undefined) =>
    this.#frame(status, (body) => this.#recordShape(body)),
  )
  readonly #listFrame = memoize((status: undefined) => this.#frame(status, (body) => this.#listShape(body)))

  /** @param key member of a record that names it */
  constructor({ http }: Operation, key: string | undefined) {
    this.#http = http
    this.#key = key
    this.#accepts = compileResponseAcceptance(http)
  }

  ofRecord(record: StoredRecord, status?: number): Answer | undefined {
    const { plain, shape } = this.#recordFrame(status) ?? {}
    if (!plain || !shape) return plain
    const make = (value: unknown): Answer => ({ ...plain, body: withValueAt(plain.body, shape.place, value) })
    const found = fitted(record, shape, (value) => this.#accepts(make(value)))
    return found ? make(found) : plain
  }

  /** A document may want an absolute address, which nobody here knows. */
  withLocation(answer: Answer, location: string): Answer {
    const { location: _, ...headers } = answer.headers
    const candidates = [
      { ...answer, headers: { ...headers, location } },
      { ...answer, headers },
    ]
    return candidates.find(this.#accepts) ?? answer
  }

  ofPage(page: ListPage, ids: readonly string[]): Answer | undefined {
    const { plain, shape } = this.#listFrame(undefined) ?? {}
    if (!plain || !shape) return undefined
    const { items, place, isMap } = shape
    const make = (entries: readonly (readonly [id: string | undefined, unknown])[]): Answer => {
      const elements = isMap ? Object.fromEntries(entries) : entries.map(([, element]) => element)
      return { ...plain, body: withValueAt(plain.body, place, elements) }
    }
    const elementOf = (record: StoredRecord, id: string | undefined) =>
      isObject(items.example)
        ? fitted(record, items, (value) => this.#accepts(make([[id, value]])))
        : typeof items.example === 'number'
          ? Number(id)
          : id
    const entries = page.records.map((record, index) => [ids[index], elementOf(record, ids[index])] as const)
    const answer = this.#described(
      make(entries.filter(([, element]) => element !== undefined)),
      place.slice(0, -1),
      page,
    )
    return this.#accepts(answer) ? answer : plain
  }

  /** The answer as the document shows it, and where it has a record or records. */
  #frame<Shape>(status: number | undefined, find: (body: BodyShape) => Shape | undefined) {
    const { responses } = this.#http
    const response = status === undefined ? usualResponse(responses) : responseOf(responses, status)
    const plain = response && documentedAnswer({ responses: [response] }, { accept: 'application/json, */*;q=0.1' })
    if (!plain || !('headers' in plain)) return undefined
    const body = jsonBody(this.#http, response?.contents)
    return { plain: { ...plain, status: status ?? plain.status }, shape: body && find(body) }
  }

  /** The facts about the page in members beside the list, and at the top, as far as they are valid. */
  #described(answer: Answer, around: readonly string[], page: ListPage): Answer {
    let found = answer
    for (const place of around.length > 0 ? [around, []] : [[]]) {
      const names = Object.keys(Object(valueAtPlace(found.body, place)))
      for (const part of [place, ...names.map((name) => [...place, name])]) {
        const value = valueAtPlace(found.body, part)
        if (!isObject(value) || Array.isArray(value)) continue
        for (const [name, said] of Object.entries(describePage(Object.keys(value), page))) {
          const known = Object(valueAtPlace(found.body, part)) as StoredRecord
          const { [name]: _, ...without } = known
          const candidates =
            said === null
              ? [{ ...known, [name]: null }, without]
              : [said, String(said)].map((one) => ({ ...known, [name]: one }))
          const bodies = candidates.map((one) => ({ ...found, body: withValueAt(found.body, part, one) }))
          found = bodies.find(this.#accepts) ?? found
        }
      }
    }
    return found
  }

  /** Where an answer has a record: the outermost object with its key, or the only object in an envelope. */
  #recordShape(top: BodyShape): BodyShape | undefined {
    const objects = objectsIn(top, this.#http)
    const withKey = objects.filter((shape) => this.#hasKey(shape))
    // What the example leaves out is not the record.
    const keyed = withKey.find(({ example }) => isObject(example)) ?? withKey[0]
    const [outer, inner, ...more] = objects
    const isEnvelope = outer && inner && more.length === 0 && inner.place.length === 1 && namesOf(outer).length <= 3
    const found = keyed ?? (isEnvelope ? inner : outer)
    return found && this.#withExample(found)
  }

  #listShape(top: BodyShape): ListShape | undefined {
    const lists: ListShape[] = listsIn(top, this.#http)
    const keyed = lists.find(({ items }) => this.#hasKey(items))
    const found = keyed ?? lists.find(({ items }) => namesOf(items).length > 0) ?? lists[0] ?? mapIn(top, this.#http)
    return found && { ...found, items: this.#withExample(found.items) }
  }

  /** A part that the example of the body leaves out has a made-up one. */
  #withExample(shape: BodyShape): BodyShape {
    if (shape.example !== undefined && shape.example !== null) return shape
    const bundle = Object(bundleOf(this.#http))
    return { ...shape, example: sampleOf(shape.schema, { bundle, side: 'response' }).value }
  }

  #hasKey(shape: BodyShape): boolean {
    return this.#key !== undefined && namesOf(shape).includes(this.#key)
  }
}

/**
 * A record in the form that an answer allows: as it is, without members that the answer does not have, or with those of the example.
 * Undefined if no form is valid there.
 */
function fitted(record: StoredRecord, shape: BodyShape, accepts: (value: unknown) => boolean): object | undefined {
  const properties = propertiesOf(shape.schema)
  const visible = Object.fromEntries(
    Object.entries(record).filter(([name]) => Object(properties[name]).writeOnly !== true),
  )
  const known = Object.fromEntries(Object.entries(visible).filter(([name]) => Object.hasOwn(properties, name)))
  const example = isObject(shape.example) && !Array.isArray(shape.example) ? shape.example : {}
  const required = Array.isArray(shape.schema.required) ? shape.schema.required : []
  // A document may require a member that it does not describe: any value is valid.
  const undescribed = required.filter((name) => !Object.hasOwn(properties, name)).map((name) => [name, name])
  const shown = Object.entries(example).filter(([name]) => required.includes(name))
  const needed = Object.fromEntries([...undescribed, ...shown])
  const found = [visible, known].map((own) => ({ ...needed, ...own })).find(accepts)
  if (found) return structuredClone(found)
  // Some member is not valid in this answer: the example's stays in its place.
  let next: Record<string, unknown> = { ...example }
  if (!accepts(next)) return undefined
  for (const [name, value] of Object.entries(visible)) {
    const tried = { ...next, [name]: value }
    if (accepts(tried)) next = tried
  }
  return structuredClone(next)
}
