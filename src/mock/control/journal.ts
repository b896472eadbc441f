import type { operations } from '../../../generated/mock-control/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { suggest } from '../../contract/suggest.ts'
import type { Followed } from '../session/follower.ts'
import { type JournalFilter, maxFollowers } from '../session/journal.ts'
import { inSession, type Plane, tooMany } from './plane.ts'
import { findServed, type ServedInterfaces, wrongValue } from './served.ts'

export function journalBehaviours(plane: Plane): Behaviours<operations> {
  return inSession(plane, {
    async getJournal({ query }, { session: { journal }, context: { signal } }) {
      const { follow, since, ...names } = query
      const filter = { ...names, since: since === undefined ? undefined : new Date(since) }
      const refusal = wrongFilter(filter, plane.served)
      if (refusal) return refusal
      if (!follow) return { status: 200, mediaType: 'application/json', body: { requests: await journal.read(filter) } }
      if ((await journal.followers) >= maxFollowers)
        return tooMany('journal of the session', maxFollowers, 'followers', 'close one')
      return {
        status: 200,
        mediaType: 'text/event-stream',
        headers: { 'cache-control': 'no-store' },
        body: eventStream(await journal.follow(filter, signal)),
      }
    },

    async clearJournal(_, { session: { journal } }) {
      await journal.clear()
      return { status: 204 }
    },
  })
}

/** A misspelt filter would select nothing, as if there were no requests (CTL-062). */
function wrongFilter(filter: JournalFilter, interfaces: ServedInterfaces): Refusal | undefined {
  const wrong = (detail: string) => new Refusal('invalid-request', detail, { rules: ['CTL-062'] })
  if (filter.since && Number.isNaN(filter.since.getTime()))
    return wrong("'since' is not a date and time, such as 2026-01-31T12:00:00Z.")
  const named = filter.interface === undefined ? undefined : findServed(filter.interface, interfaces)
  if (named instanceof Refusal) return wrongValue(named, 'CTL-062')
  const served = named ? [named] : [...interfaces.values()]
  const known = served.flatMap(({ engine }) => [...engine.contract.operations.keys()])
  const { operation } = filter
  if (operation === undefined || known.includes(operation)) return undefined
  return wrong(`There is no operation '${operation}'; ${suggest(operation, known)}`)
}

/** Milliseconds of silence after which a comment is sent, so that proxies do not close the connection as idle. */
const heartbeat = 15_000

/** Server-sent events. The comment at the start sends the head of the answer before the first request comes. */
async function* eventStream(events: AsyncIterable<Followed>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(': the requests of the session follow\n\n')
  const iterator = events[Symbol.asyncIterator]()
  let next = iterator.next()
  while (true) {
    const result = await orSilence(next)
    if (result === undefined) yield Buffer.from(': still here\n\n')
    else if (result.done) return
    else {
      yield Buffer.from(write(result.value))
      next = iterator.next()
    }
  }
}

/** Resolves to undefined after a while without an event. */
async function orSilence<T>(next: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), heartbeat).unref()
  })
  try {
    return await Promise.race([next, silence])
  } finally {
    clearTimeout(timer)
  }
}

function write(event: Followed): string {
  return 'event' in event ? `event: request\ndata: ${event.event}\n\n` : `event: missed\ndata: ${event.missed}\n\n`
}
