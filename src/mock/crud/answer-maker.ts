import { createHash } from 'node:crypto'
import type { Answer } from '../../behaviour/definition.ts'
import {
  type BodyShape,
  isRecord,
  jsonBody,
  listsIn,
  mapIn,
  namesOf,
  objectsIn,
  propertiesOf,
  requiredOf,
  withValueAt,
} from '../../contract/collections/body-shape.ts'
import type { StoredRecord } from '../../contract/collections/record-form.ts'
import { type Operation, usualResponse } from '../../contract/operation.ts'
import { sampleOf } from '../../contract/schema/make-sample.ts'
import { schemasOf } from '../../contract/schema/schemas.ts'
import type { ShownResponse } from '../../contract/shown-response.ts'
import { printJson } from '../../json-text.ts'
import { memoizeByObject } from '../../memoize.ts'
import type { AnswerCheck } from '../answer/answer-check.ts'
import { shownAnswer } from '../published/documented-answer.ts'
import { describePage, type ListPage } from './list-page.ts'

/** A list of records, or a map of records by their keys. */
type ListShape = BodyShape & { items: BodyShape; isMap?: boolean }

/** Makes the answers of one operation with records in the place of its example. */
export class AnswerMaker {
  readonly #operation: Operation
  readonly #key: string | undefined
  readonly #faultsIn: (answer: Answer) => number
  /**
   * The answer as the document shows it, and where it has a record or records. `most` is the number of its own faults: where a document
   * allows no valid answer, an answer with a record in its place is as good if it has no more.
   */
  readonly #frameOf = memoizeByObject((response: ShownResponse) => {
    const body = jsonBody(this.#operation, response.contents)
    const plain = shownAnswer(response)
    const list = body && this.#listShape(body)
    return {
      plain,
      most: this.#faultsIn(plain),
      record: body && this.#recordShape(body),
      list: list && { ...list, most: this.#faultsIn(listing(plain, list, [['', list.items.example]])) },
    }
  })

  /** @param key member of a record that names it */
  constructor(operation: Operation, key: string | undefined, { breaches }: AnswerCheck) {
    this.#operation = operation
    this.#key = key
    this.#faultsIn = (answer) => breaches(answer).length
  }

  /** @param response default: the success with the lowest status */
  ofRecord(record: StoredRecord, response = usualResponse(this.#operation)): Answer | undefined {
    if (!response) return undefined
    const { plain, record: shape, most } = this.#frameOf(response)
    if (!shape) return plain
    const make = (value: unknown): Answer => ({ ...plain, body: withValueAt(plain.body, shape.place, value) })
    const found = fitted(record, shape, (value) => this.#faultsIn(make(value)) <= most)
    const answer = found ? make(found) : plain
    return 'etag' in answer.headers ? this.withHeader(answer, 'etag', tagOf(record)) : answer
  }

  /** An answer with this value of a header or, where the document does not allow it, without the header. */
  withHeader(answer: Answer, name: string, value: unknown): Answer {
    const { [name]: _, ...others } = answer.headers
    const candidates = value === undefined ? [others] : [{ ...others, [name]: String(value) }, others]
    const most = this.#faultsIn(answer)
    return candidates.map((headers) => ({ ...answer, headers })).find((one) => this.#faultsIn(one) <= most) ?? answer
  }

  ofPage(page: ListPage): Answer | undefined {
    const response = usualResponse(this.#operation)
    const frame = response && this.#frameOf(response)
    if (!frame?.list) return undefined
    const { plain, list } = frame
    const { items, place, most } = list
    const make = (entries: readonly Listed[]) => listing(plain, list, entries)
    const entries = page.entries.flatMap(({ id, record }): Listed[] => {
      const accepts = (element: unknown) => this.#faultsIn(make([[id, element]])) <= most
      const element = isRecord(items.example) ? fitted(record, items, accepts) : [id, Number(id)].find(accepts)
      return element === undefined ? [] : [[id, element]]
    })
    const answer = this.#described(make(entries), place, page)
    return most > 0 || this.#faultsIn(answer) === 0 ? answer : plain
  }

  /** The facts about the page in members around the list and beside it, as far as they are valid. */
  #described(answer: Answer, list: readonly string[], page: ListPage): Answer {
    const objects = objectsIn({ schema: {}, example: answer.body, place: [] })
    const around = objects.filter(({ place }) => list.some((name, index) => place[index] !== name))
    const facts = around.flatMap((object) =>
      Object.entries(describePage(namesOf(object), page, object.place.at(-1))).map(([name, said]) => ({
        at: [...object.place, name],
        said,
      })),
    )
    let found = answer
    for (const { at, said } of facts) {
      // Where nothing may be null, what is not there is left out.
      const values = [said, said === null ? undefined : String(said)]
      const bodies = values.map((value) => ({ ...answer, body: withValueAt(found.body, at, value) }))
      const most = this.#faultsIn(found)
      found = bodies.find((one) => this.#faultsIn(one) <= most) ?? found
    }
    return found
  }

  /** Where an answer has a record: the outermost object with its key, or the only object in an envelope. */
  #recordShape(top: BodyShape): BodyShape | undefined {
    const objects = objectsIn(top)
    const withKey = objects.filter((shape) => this.#hasKey(shape))
    // What the example leaves out is not the record.
    const keyed = withKey.find(({ example }) => isRecord(example)) ?? withKey[0]
    const [outer, inner] = objects
    const isEnvelope = outer && objects.length === 2 && namesOf(outer).length <= 3
    const found = keyed ?? (isEnvelope ? inner : outer)
    return found && withExample(found)
  }

  #listShape(top: BodyShape): ListShape | undefined {
    const lists: ListShape[] = listsIn(top)
    const keyed = lists.find(({ items }) => this.#hasKey(items))
    const found = keyed ?? lists.find(({ items }) => namesOf(items).length > 0) ?? lists[0] ?? mapIn(top)
    return found && { ...found, items: withExample(found.items) }
  }

  #hasKey(shape: BodyShape): boolean {
    return namesOf(shape).some((name) => name === this.#key)
  }
}

type Listed = [id: string, element: unknown]

/** An answer with these elements in the place of its list. */
function listing(plain: Answer, { place, isMap }: ListShape, entries: readonly Listed[]): Answer {
  const elements = isMap ? Object.fromEntries(entries) : entries.map(([, element]) => element)
  return { ...plain, body: withValueAt(plain.body, place, elements) }
}

/** The entity tag of a record (RFC 9110, 8.8.3): another one after each change. */
export function tagOf(record: StoredRecord): string {
  return `"${createHash('sha256').update(printJson(record)).digest('base64url').slice(0, 16)}"`
}

/** A part that the example of the body leaves out has a made-up one. */
function withExample(shape: BodyShape): BodyShape {
  const schemas = schemasOf(shape.document ?? {})
  return { ...shape, example: shape.example ?? sampleOf(shape.schema, { schemas }).value }
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
  const example = isRecord(shape.example) ? shape.example : {}
  // A document may require a member that it does not describe: any value is valid.
  const needed = Object.fromEntries(
    requiredOf(shape).map((name) => [name, Object.hasOwn(example, name) ? example[name] : name]),
  )
  const found = [visible, known].map((own) => ({ ...needed, ...own })).find(accepts)
  if (found) return found
  // Some member is not valid in this answer: the example's stays in its place.
  if (!accepts(example)) return undefined
  let next = example
  for (const [name, value] of Object.entries(visible)) {
    const tried = { ...next, [name]: value }
    if (accepts(tried)) next = tried
  }
  return next
}
