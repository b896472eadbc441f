import type { Answer } from '../../behaviour/definition.ts'
import { isObject } from '../../contract/json-pointer.ts'
import { type RuntimeOperation, responseOf } from '../../contract/runtime.ts'
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
export interface AnswerMaker {
  ofRecord(record: StoredRecord, status?: number): Answer | undefined
  ofPage(page: ListPage, ids: readonly string[]): Answer | undefined
}

/** @param key member of a record that names it */
export function compileAnswers({ http }: RuntimeOperation, key: string | undefined): AnswerMaker {
  const accepts = compileResponseAcceptance(http)
  const usual = usualResponse(http.responses)
  const body = jsonBody(http, usual?.contents)

  return {
    ofRecord(record, status) {
      const response = status === undefined ? usual : responseOf(http.responses, status)
      const own = response === usual ? body : jsonBody(http, response?.contents)
      const plain = plainAnswer(response ? [response] : [], status)
      if (!own || !plain) return plain
      const shape = recordShape(own)
      if (!shape) return plain
      const make = (value: unknown): Answer => ({ ...plain, body: withValueAt(own.example, shape.place, value) })
      return {
        ...plain,
        body: withValueAt(
          own.example,
          shape.place,
          fitted(record, shape, (value) => accepts(make(value))),
        ),
      }
    },

    ofPage(page, ids) {
      const plain = plainAnswer(usual ? [usual] : [])
      const list = body && listShape(body)
      if (!body || !plain || !list) return undefined
      const around = { ...list, place: list.place.slice(0, -1) }
      const with_ = (elements: unknown): Answer => ({ ...plain, body: withValueAt(body.example, list.place, elements) })
      const isOfKeys =
        list.items !== undefined &&
        !isObject(list.items.example) &&
        namesOf(list.items).length === 0 &&
        typeOf(list.items.schema) !== undefined &&
        typeOf(list.items.schema) !== 'object'
      const elements = page.records.map((record, index) =>
        isOfKeys ? idOf(ids[index], list.items) : fitted(record, list.items, (value) => accepts(with_([value]))),
      )
      return described(
        with_(list.isMap ? Object.fromEntries(elements.map((one, index) => [ids[index], one])) : elements),
        around,
        page,
      )
    },
  }

  /** The facts about the page in members beside the list, and at the top, as far as they are valid. */
  function described(answer: Answer, around: Pick<BodyShape, 'place'>, page: ListPage): Answer {
    let found = answer
    for (const place of around.place.length > 0 ? [around.place, []] : [[]]) {
      for (const part of [
        place,
        ...Object.keys(Object(valueAtPlace(found.body, place))).map((name) => [...place, name]),
      ]) {
        const value = valueAtPlace(found.body, part)
        if (!isObject(value) || Array.isArray(value)) continue
        for (const [name, said] of Object.entries(describePage(Object.keys(value), page))) {
          const known = valueAtPlace(found.body, part) as object
          const { [name]: _, ...without } = known as Record<string, unknown>
          const candidates =
            said === null
              ? [{ ...known, [name]: null }, without]
              : [
                  { ...known, [name]: said },
                  { ...known, [name]: String(said) },
                ]
          const next = candidates.map((one) => ({ ...found, body: withValueAt(found.body, part, one) })).find(accepts)
          if (next) found = next
        }
      }
    }
    return found
  }

  function plainAnswer(
    responses: Parameters<typeof documentedAnswer>[0]['responses'],
    status?: number,
  ): Answer | undefined {
    const [response] = responses
    if (!response) return undefined
    const answer = documentedAnswer({ responses }, { accept: 'application/json, */*;q=0.1' })
    return 'status' in answer && 'headers' in answer
      ? { ...answer, status: statusOf(response, status === undefined ? undefined : String(status)) }
      : undefined
  }

  /** Where an answer has a record: the outermost object with its key, or the only object in an envelope. */
  function recordShape(top: BodyShape): BodyShape | undefined {
    const objects = objectsIn(top, http)
    const withKey = key === undefined ? [] : objects.filter((shape) => namesOf(shape).includes(key))
    // What the example leaves out is not the record.
    const keyed = withKey.find(({ example }) => isObject(example)) ?? withKey[0]
    if (keyed) return keyed
    const [outer, inner, ...more] = objects
    const isEnvelope = outer && inner && more.length === 0 && inner.place.length === 1 && namesOf(outer).length <= 3
    return isEnvelope ? inner : outer
  }

  function listShape(top: BodyShape): (BodyShape & { items: BodyShape; isMap?: boolean }) | undefined {
    const lists = listsIn(top, http)
    const keyed = key === undefined ? undefined : lists.find(({ items }) => namesOf(items).includes(key))
    const ofObjects = lists.find(({ items }) => namesOf(items).length > 0)
    const found = keyed ?? ofObjects ?? lists[0]
    if (found) return found
    const map = objectsIn(top, http).find(
      ({ schema }) => isObject(schema.additionalProperties) && schema.properties === undefined,
    )
    if (!map) return undefined
    const [example] = Object.values(Object(map.example))
    return { ...map, isMap: true, items: { schema: {}, example, place: [] } }
  }
}

function idOf(id: string | undefined, { schema }: BodyShape): unknown {
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
  const needed = Object.fromEntries(Object.entries(example).filter(([name]) => required.includes(name)))
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
