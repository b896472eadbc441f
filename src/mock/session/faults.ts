import { randomInt } from 'node:crypto'
import type { components } from '../../../generated/mock-control/types.ts'
import type { Collection, Store } from '../../behaviour/store.ts'
import type { MaybePromise } from '../maybe-promise.ts'

export type Fault = components['schemas']['Fault']
export type FaultRequest = components['schemas']['FaultRequest']

/** What faults do to one request. */
export interface InjectedFault {
  /** Milliseconds on the session's clock by which the request is held back. */
  latency: number
  effect: { kind: 'none' | 'drop' | 'truncate' } | { kind: 'status'; status: number }
  /** Those that struck. */
  faults: string[]
}

export const noFault: Readonly<InjectedFault> = { latency: 0, effect: { kind: 'none' }, faults: [] }

interface FaultRecord extends Fault {
  /** Requests that might have met it. */
  drawn: number
}

/** The faults of one session, in the order in which they were made. */
export class Faults {
  static readonly max = 100
  readonly #records: Collection<FaultRecord>
  #lastId = 0

  constructor(store: Store) {
    this.#records = store.collection('faults')
  }

  async list(): Promise<Fault[]> {
    return (await this.#records.entries()).map(([, fault]) => shown(fault))
  }

  async add(request: FaultRequest): Promise<Fault> {
    const taken = (await this.#records.entries()).map(([id]) => Number(id))
    this.#lastId = Math.max(this.#lastId, ...taken) + 1
    const id = String(this.#lastId)
    const { probability = 1, seed = randomInt(2 ** 32), ...what } = request
    const fault = { id, ...what, probability, seed, struck: 0, drawn: 0 }
    await this.#records.set(id, fault)
    return shown(fault)
  }

  /** True when there was such a fault. */
  remove(id: string): Promise<boolean> {
    return this.#records.delete(id)
  }

  async clear(): Promise<void> {
    for (const [id] of await this.#records.entries()) await this.#records.delete(id)
  }

  /** Applies the faults to a request for an operation of an interface (CTL-047). */
  apply(name: string, operation: string | undefined): MaybePromise<InjectedFault> {
    return this.#records.isEmpty ? noFault : this.#apply(name, operation)
  }

  async #apply(name: string, operation: string | undefined): Promise<InjectedFault> {
    const applied: InjectedFault = { latency: 0, effect: { kind: 'none' }, faults: [] }
    for (const [id, fault] of await this.#records.entries()) {
      if (fault.interface !== name || (fault.operation ?? operation) !== operation) continue
      if (fault.kind !== 'latency' && applied.effect.kind !== 'none') continue
      if (!(await this.#draws(id))) continue
      applied.faults.push(id)
      if (fault.kind === 'latency') applied.latency += fault.milliseconds ?? 0
      else applied.effect = effectOf(fault)
    }
    return applied
  }

  /** Decides within the update, so that of requests at the same time no more meet the fault than may. */
  async #draws(id: string): Promise<boolean> {
    let applies = false
    const left = await this.#records.update(id, (fault) => {
      applies = fault !== undefined && fault.times !== 0 && draw(fault.seed, fault.drawn) < fault.probability
      if (!fault) return undefined
      const { times, drawn, struck } = fault
      const rest = times === undefined ? {} : { times: applies ? times - 1 : times }
      return { ...fault, ...rest, drawn: drawn + 1, struck: applies ? struck + 1 : struck }
    })
    if (left?.times === 0) await this.#records.delete(id)
    return applies
  }
}

function effectOf({ kind, status = 500 }: Fault): InjectedFault['effect'] {
  return kind === 'status' ? { kind, status } : { kind: kind === 'drop' ? 'drop' : 'truncate' }
}

function shown({ drawn: _, ...fault }: FaultRecord): Fault {
  return fault
}

/** The n-th number from 0 to 1 of a sequence that the seed decides (mulberry32). */
function draw(seed: number, n: number): number {
  let state = (seed + Math.imul(n + 1, 0x6d2b79f5)) | 0
  state = Math.imul(state ^ (state >>> 15), state | 1)
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
  return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32
}
