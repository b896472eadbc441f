import { randomInt } from 'node:crypto'
import type { components } from '../../../generated/mock-control/types.ts'
import type { Collection, Store } from '../../behaviour/store.ts'
import type { MaybePromise } from '../maybe-promise.ts'

export type Fault = components['schemas']['Fault']
export type FaultRequest = components['schemas']['FaultRequest']

/** What faults do to one request. */
export interface Strike {
  /** Milliseconds on the session's clock by which the request is held back. */
  latency: number
  effect: { kind: 'none' | 'drop' | 'truncate' } | { kind: 'status'; status: number }
  /** Those that struck. */
  faults: string[]
}

export const unharmed: Readonly<Strike> = { latency: 0, effect: { kind: 'none' }, faults: [] }

interface FaultRecord extends Fault {
  /** Requests that might have met it. */
  drawn: number
}

/** The faults of one session, in the order in which they were made. */
export class Faults {
  static readonly most = 100
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

  /** Lets the faults strike a request to an operation of an interface (CTL-047). */
  strike(name: string, operation: string | undefined): MaybePromise<Strike> {
    return this.#records.isEmpty ? unharmed : this.#strike(name, operation)
  }

  async #strike(name: string, operation: string | undefined): Promise<Strike> {
    const strike: Strike = { latency: 0, effect: { kind: 'none' }, faults: [] }
    for (const [id, fault] of await this.#records.entries()) {
      if (fault.interface !== name || (fault.operation ?? operation) !== operation) continue
      if (fault.kind !== 'latency' && strike.effect.kind !== 'none') continue
      if (!(await this.#strikes(id))) continue
      strike.faults.push(id)
      if (fault.kind === 'latency') strike.latency += fault.milliseconds ?? 0
      else strike.effect = effectOf(fault)
    }
    return strike
  }

  /** Decides within the update, so that of requests at the same time no more meet the fault than may. */
  async #strikes(id: string): Promise<boolean> {
    let strikes = false
    const left = await this.#records.update(id, (fault) => {
      strikes = fault !== undefined && fault.times !== 0 && draw(fault.seed, fault.drawn) < fault.probability
      if (!fault) return undefined
      const { times, drawn, struck } = fault
      const rest = times === undefined ? {} : { times: strikes ? times - 1 : times }
      return { ...fault, ...rest, drawn: drawn + 1, struck: strikes ? struck + 1 : struck }
    })
    if (left?.times === 0) await this.#records.delete(id)
    return strikes
  }
}

function effectOf({ kind, status = 500 }: Fault): Strike['effect'] {
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
