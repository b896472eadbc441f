import { type Exchange, printExchange } from './exchange.ts'
import { kinds, type Level, levels, type TableKind } from './kinds.ts'
import type { WireField, WireOperation } from './wire-form.ts'

/** One change, where it shows first. */
export interface Change {
  id: string
  level: Level
  /** `GET /orders, query limit`, `POST /orders, body /status` */
  place: string
  /** What changed there; empty where the kind says it all. */
  detail: string
  /** The exchange that breaks. */
  exchange?: string
  /** The nearest exchange that works with both revisions. */
  twin?: string
  /** JSON pointer of the operation or node, in the document that has it. */
  pointer: string
  /** The pointer is one of the older document. */
  isGone: boolean
  /** Number of other places with the same change of the same schema. */
  others: number
  /** Functions of a generated client that it concerns: `listOrders`, or `getOrder → readOrder` for another name. */
  calls: string[]
}

export interface ChangeOptions {
  /** One that breaks has one in any case. */
  exchange?: Exchange | undefined
  twin?: Exchange | undefined
  /** Both, made where they are shown. */
  shown?: () => Pick<ChangeOptions, 'exchange' | 'twin'>
  /** Equal for one change in several operations. */
  key?: string
  /** Default: that of the operation. */
  pointer?: string
  call?: string
}

/** The changes of a comparison. One change of several operations is one entry. */
export class ChangeList {
  /** By kind and pair of schemas. */
  readonly #changes = new Map<string, Change>()
  readonly #sampleOf: (schema: unknown) => { value: unknown } | undefined

  /** @param sampleOf a value of a schema, for the paths of exchanges */
  constructor(sampleOf: (schema: unknown) => { value: unknown } | undefined) {
    this.#sampleOf = sampleOf
  }

  /** The more serious ones first. */
  sorted(): Change[] {
    return [...this.#changes.values()].toSorted((one, other) => levels.indexOf(one.level) - levels.indexOf(other.level))
  }

  /** A change outside the operations. */
  addAt(id: TableKind, place: string, change: Pick<Change, 'pointer'> & Partial<Change>): void {
    const { level = 'undecided' } = kinds.get(id) ?? {}
    const rest = { detail: '', isGone: false, others: 0, calls: [] }
    this.#changes.set(`${id} ${place}`, { id, level, place, ...rest, ...change })
  }

  add(
    id: string,
    operation: WireOperation,
    place = '',
    detail = '',
    { key, pointer = operation.pointer, call = operation.call, ...shows }: ChangeOptions = {},
  ): void {
    const whole = `${id} ${key ?? `${operation.name} ${place} ${detail}`}`
    const known = this.#changes.get(whole)
    if (known) {
      known.others += 1
      if (call !== undefined && !known.calls.includes(call)) known.calls.push(call)
      return
    }
    const { level = 'undecided' } = kinds.get(id) ?? {}
    const isBreaking = level === 'breaking'
    const { exchange = isBreaking ? {} : undefined, twin } = (isBreaking && shows.shown?.()) || shows
    const show = (one: Exchange) => printExchange(operation, one, this.#pathSamples(operation))
    this.#changes.set(whole, {
      id,
      level,
      place: joined(operation.name, place, ', '),
      detail,
      ...(level !== 'info' && exchange && { exchange: show(exchange), ...(twin && { twin: show(twin) }) }),
      pointer,
      isGone: operation.isOld,
      others: 0,
      calls: call === undefined ? [] : [call],
    })
  }

  #pathSamples({ request }: WireOperation): Record<string, string> {
    const inPath = [...request.fields.values()].filter(({ place }) => place === 'path')
    const sampleOf = ({ node, content }: WireField) => {
      const media = content.get('')
      return media?.write(node.example ?? this.#sampleOf(media.schema)?.value ?? 1) ?? ''
    }
    return Object.fromEntries(inPath.map((field) => [field.name, sampleOf(field)]))
  }
}

export function joined(place: string, at: string, by = ' '): string {
  return [place, at].filter((part) => part !== '').join(by)
}
