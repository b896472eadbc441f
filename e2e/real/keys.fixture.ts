import { setTimeout as sleep } from 'node:timers/promises'

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Calls a member's own HTTP interface for keys. Undefined where it does not answer, or refuses. */
export async function callKeys(client: string, path: string, body: object): Promise<unknown> {
  try {
    const options = { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(3000) }
    const answer = await fetch(`${client}/v3/${path}`, options)
    const reply: unknown = await answer.json()
    return answer.ok ? reply : undefined
  } catch {
    return undefined
  }
}

export async function putKey(client: string, key: string, value: string): Promise<boolean> {
  return (await callKeys(client, 'kv/put', { key: base64(key), value: base64(value) })) !== undefined
}

export async function readKeys(client: string): Promise<Set<string> | undefined> {
  const body = { key: base64('key'), range_end: base64('kez'), keys_only: true }
  const range = (await callKeys(client, 'kv/range', body)) as { kvs?: { key: string }[] } | undefined
  return range && new Set((range.kvs ?? []).map(({ key }) => Buffer.from(key, 'base64').toString()))
}

/** Writes one key after another, to any member that takes it, until it is stopped. */
export function startWriting(clients: readonly string[]): { acknowledged: string[]; stop(): Promise<void> } {
  const acknowledged: string[] = []
  let goesOn = true
  const write = async () => {
    for (let number = 0; goesOn; number += 1) {
      const key = `key${String(number).padStart(6, '0')}`
      for (const client of clients) {
        if (!(await putKey(client, key, 'a value'))) continue
        acknowledged.push(key)
        break
      }
      await sleep(50)
    }
  }
  const ended = write()
  return {
    acknowledged,
    async stop() {
      goesOn = false
      await ended
    },
  }
}
