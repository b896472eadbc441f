import { randomInt } from 'node:crypto'
import type { components } from '../../../generated/mock-control/types.ts'
import type { Collection, Store } from '../../behaviour/store.ts'

export type Fault = components['schemas']['Fault']
export type FaultRequest = components['schemas']['FaultRequest']

/** The effect of the faults on one request. */
export interface InjectedFault {
  /** Milliseconds on the session's clock by which the request is held back. */
  latency: number
  effect: { kind: 'none' | 'drop' | 'truncate' } | { kind: 'status'; status: number }
  /** Ids of the faults that were applied. */
  faults: string[]
}

export const noFault: Readonly<InjectedFault> = { latency: 0, effect: { kind: 'none' }, faults: [] }

interface FaultRecord extends Fault {
  /** Number of requests that the fault could have affected. */
  drawn: number
}

/** The faults of one session, in the order in which they were created. Call its methods within one transaction. */
export class Faults {
  static readonly max = 100
  static readonly collection = 'faults'
  readonly #records: Collection<FaultRecord>
  readonly #counters: Collection<number>

  constructor(store: Store) {
    this.#records = store.collection(Faults.collection)
    this.#counters = store.collection('counters')
  }

  async list(): Promise<Fault[]> {
    return (await this.#records.entries()).map(([, fault]) => toFault(fault))
  }

  async add(request: FaultRequest): Promise<Fault> {
    const id = String(await this.#counters.update('faults', (last = 0) => last + 1))
    const { probability = 1, seed = randomInt(2 ** 32), ...what } = request
    const fault = { id, ...what, probability, seed, struck: 0, drawn: 0 }
    await this.#records.set(id, fault)
    return toFault(fault)
  }

  /** True when there was such a fault. */
  remove(id: string): Promise<boolean> {
    return this.#records.delete(id)
  }

  async clear(): Promise<void> {
    for (const [id] of await this.#records.entries()) await this.#records.delete(id)
  }

  /** Applies the faults to a request for an operation of an interface (CTL-047). */
  async apply(name: string, operation: string | undefined): Promise<InjectedFault> {
    const applied: InjectedFault = { latency: 0, effect: { kind: 'none' }, faults: [] }
    for (const [id, fault] of await this.#records.entries()) {
      if (fault.interface !== name || (fault.operation ?? operation) !== operation) continue
      if (fault.kind !== 'latency' && applied.effect.kind !== 'none') continue
      if (!(await this.#draws(id, fault))) continue
      applied.faults.push(id)
      if (fault.kind === 'latency') applied.latency += fault.milliseconds ?? 0
      else applied.effect = effectOf(fault)
    }
    return applied
  }

  /** Decides whether the fault affects this request, and counts it. */
  async #draws(id: string, fault: FaultRecord): Promise<boolean> {
    const { times, drawn, struck, seed, probability } = fault
    const applies = draw(seed, drawn) < probability
    const left = times === undefined || !applies ? times : times - 1
    if (left === 0) await this.#records.delete(id)
    else {
      const rest = left === undefined ? {} : { times: left }
      await this.#records.set(id, { ...fault, ...rest, drawn: drawn + 1, struck: applies ? struck + 1 : struck })
    }
    return applies
  }
}

function effectOf({ kind, status = 500 }: Fault): InjectedFault['effect'] {
  return kind === 'status' ? { kind, status } : { kind: kind === 'drop' ? 'drop' : 'truncate' }
}

function toFault({ drawn: _, ...fault }: FaultRecord): Fault {
  return fault
}

/** The n-th number from 0 to 1 of the sequence of a seed (mulberry32). */
function draw(seed: number, n: number): number {
  let state = (seed + Math.imul(n + 1, 0x6d2b79f5)) | 0
  state = Math.imul(state ^ (state >>> 15), state | 1)
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
  return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32
}
