import type { IHttpOperationResponse } from '@stoplight/types'
import type { Answer } from '../../behaviour/definition.ts'
import { isObject } from '../../contract/json-pointer.ts'
import { type Operation, responseOf } from '../../contract/operation.ts'
import { compileResponseAcceptance } from '../prism/fast-response.ts'
import { documentedAnswer, statusOf, usualResponse } from '../published/documented-answer.ts'
import {
  type BodyShape,
  jsonBody,
  listsIn,
  namesOf,
  objectsIn,
  propertiesOf,
  typeOf,
  valueAtPlace,
  withValueAt,
} from './body-shape.ts'
import { describePage, type ListPage } from './list-page.ts'
import type { StoredRecord } from './records.ts'

/** Makes the answers of one operation with records in the place of its example. */
export class AnswerMaker {
  readonly #http: Operation['http']
  readonly #key: string | undefined
  readonly #accepts: (answer: Answer) => boolean

  /** @param key member of a record that names it */
  constructor({ http }: Operation, key: string | undefined) {
    this.#http = http
    this.#key = key
    this.#accepts = compileResponseAcceptance(http)
  }

  ofRecord(record: StoredRecord, status?: number): Answer | undefined {
    const { responses } = this.#http
    const response = status === undefined ? usualResponse(responses) : responseOf(responses, status)
    const body = jsonBody(this.#http, response?.contents)
    const plain = plainAnswer(response, status)
    const shape = body && this.#recordShape(body)
    if (!body || !plain || !shape) return plain
    const make = (value: unknown): Answer => ({ ...plain, body: withValueAt(body.example, shape.place, value) })
    return make(fitted(record, shape, (value) => this.#accepts(make(value))))
  }

  ofPage(page: ListPage, ids: readonly string[]): Answer | undefined {
    const response = usualResponse(this.#http.responses)
    const body = jsonBody(this.#http, response?.contents)
    const plain = plainAnswer(response)
    const list = body && this.#listShape(body)
    if (!body || !plain || !list) return undefined
    const { items, place, isMap } = list
    const make = (entries: [id: string, element: unknown][]): Answer => {
      const elements = isMap ? Object.fromEntries(entries) : entries.map(([, element]) => element)
      return { ...plain, body: withValueAt(body.example, place, elements) }
    }
    const type = typeOf(items.schema)
    const isOfKeys = !isObject(items.example) && namesOf(items).length === 0 && type !== undefined && type !== 'object'
    const entries = page.records.map((record, index): [string, unknown] => {
      const id = ids[index] ?? ''
      return [id, isOfKeys ? idOf(id, items) : fitted(record, items, (value) => this.#accepts(make([[id, value]])))]
    })
    return this.#described(make(entries), place.slice(0, -1), page)
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
    if (keyed) return keyed
    const [outer, inner, ...more] = objects
    const isEnvelope = outer && inner && more.length === 0 && inner.place.length === 1 && namesOf(outer).length <= 3
    return isEnvelope ? inner : outer
  }

  #listShape(top: BodyShape): (BodyShape & { items: BodyShape; isMap?: boolean }) | undefined {
    const lists = listsIn(top, this.#http)
    const keyed = lists.find(({ items }) => this.#hasKey(items))
    const found = keyed ?? lists.find(({ items }) => namesOf(items).length > 0) ?? lists[0]
    if (found) return found
    const map = objectsIn(top, this.#http).find(
      ({ schema }) => isObject(schema.additionalProperties) && schema.properties === undefined,
    )
    if (!map) return undefined
    const [example] = Object.values(Object(map.example))
    return { ...map, isMap: true, items: { schema: {}, example, place: [] } }
  }

  #hasKey(shape: BodyShape): boolean {
    return this.#key !== undefined && namesOf(shape).includes(this.#key)
  }
}

function plainAnswer(response: IHttpOperationResponse | undefined, status?: number): Answer | undefined {
  if (!response) return undefined
  const answer = documentedAnswer({ responses: [response] }, { accept: 'application/json, */*;q=0.1' })
  return 'headers' in answer ? { ...answer, status: status ?? statusOf(response) } : undefined
}

function idOf(id: string, { schema }: BodyShape): unknown {
  const type = typeOf(schema)
  return type === 'integer' || type === 'number' ? Number(id) : id
}

/** A record in the form that an answer allows: as it is, without members that the answer does not have, or with those of the example. */
function fitted(record: StoredRecord, shape: BodyShape, accepts: (value: unknown) => boolean): unknown {
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
  const candidates = [
    visible,
    { ...needed, ...visible },
    known,
    { ...needed, ...known },
    { ...example, ...visible },
    { ...example, ...known },
  ]
  const found = candidates.find(accepts)
  if (found) return structuredClone(found)
  // Some member is not valid in this answer: the example's stays in its place.
  let next: Record<string, unknown> = { ...example }
  for (const [name, value] of Object.entries(visible)) {
    const tried = { ...next, [name]: value }
    if (accepts(tried)) next = tried
  }
  return structuredClone(next)
}
