import { setTimeout as delay } from 'node:timers/promises'
import type { CheckControl } from '../../check/check.ts'
import { type Wire, wasClosed } from './wire.ts'

/** A session of the mock for one check. */
export interface ControlledSession {
  name: string
  control: CheckControl
  /** Milliseconds since 1970 by the session's clock. */
  now(): Promise<number>
  /** Moves the session's clock forward until the promise settles. */
  passTime<T>(coming: Promise<T>): Promise<T>
  /** Deletes the session with everything in it. */
  end(): Promise<void>
}

/** The control plane refused a request of the check. */
class ControlRefusedError extends Error {
  override readonly name = 'ControlRefusedError'
}

export function openControl(
  { url, token }: { url: string; token?: string },
  wire: Wire,
  interfaceName: string,
  name: string,
): ControlledSession {
  const session = `/sessions/${name}`
  const interfacePath = `${session}/interfaces/${interfaceName}`
  const recordPath = (kind: string, key: string) => `${interfacePath}/records/${kind}/${encodeURIComponent(key)}`

  const control: CheckControl = {
    setConditions: async (conditions) => void (await request('PATCH', `${interfacePath}/conditions`, conditions)),
    setClock: async (now) => void (await request('PUT', `${session}/clock`, { now })),
    advanceClock: async (seconds) => void (await request('POST', `${session}/clock/advance`, { seconds })),
    putRecord: async (kind, key, value) => void (await request('PUT', recordPath(kind, key), value)),
    getRecord: (kind, key) => request('GET', recordPath(kind, key)),
    deleteRecord: async (kind, key) => void (await request('DELETE', recordPath(kind, key))),
    listRecords: async (kind) => {
      const { records } = (await request('GET', `${interfacePath}/records/${kind}`)) as {
        records: Record<string, unknown>
      }
      return new Map(Object.entries(records))
    },
    run: (action, input = {}) => request('POST', `${interfacePath}/actions/${action}`, input),
  }
  const now = async () => Date.parse(((await request('GET', `${session}/clock`)) as { now: string }).now)
  return { name, control, now, passTime, end: async () => void (await request('DELETE', session, undefined, [404])) }

  async function passTime<T>(coming: Promise<T>): Promise<T> {
    let isPending = true
    const settle = () => {
      isPending = false
    }
    coming.then(settle, settle)
    while (isPending) {
      const begun = performance.now()
      await control.advanceClock(0.1)
      // A server that is always asked for its clock has no time to answer.
      await Promise.race([coming, delay(2 * (performance.now() - begun))]).catch(() => {})
    }
    return coming
  }

  async function request(method: string, path: string, body?: unknown, accepted: number[] = []): Promise<unknown> {
    const send = () =>
      wire.send({
        method,
        url: url + path,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
      })
    const { status, body: bytes } = await send().catch((error: unknown) => {
      // Both may be sent twice: the second changes nothing more.
      if (wasClosed(error) && (method === 'PUT' || method === 'DELETE')) return send()
      throw error
    })
    const text = bytes.toString()
    if (status >= 300 && !accepted.includes(status))
      throw new ControlRefusedError(`the control plane answered ${method} ${path} with ${status}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
}
