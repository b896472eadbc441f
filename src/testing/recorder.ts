import { parseJsonOrText } from '../json-text.ts'
import type { Engine } from '../mock/engine.ts'
import { controlName } from '../mock/start-mock.ts'
import type { FinishedAnswer, MockRequest } from '../mock/types.ts'
import { Received, type ReceivedRequest } from './received.ts'

/** Records the requests to the operations of a mock, by session. */
export interface Recorder {
  /** An engine whose requests are recorded. */
  wrap(engine: Engine): Engine
  of(session: string): Received
  forget(session: string): void
}

export function createRecorder(): Recorder {
  const sessions = new Map<string, Received>()
  const of = (session: string): Received => {
    const received = sessions.get(session) ?? new Received()
    sessions.set(session, received)
    return received
  }
  return { of, wrap, forget: (session) => void sessions.delete(session) }

  function wrap(engine: Engine): Engine {
    const { name, match: matchPath } = engine.contract
    if (name === controlName) return engine
    const pathOf = ({ method, path }: MockRequest, operation: string) => {
      const match = matchPath(method, path, (id) => id === operation)
      return match.kind === 'operation' ? match.parameters : {}
    }
    return {
      ...engine,
      async handle(request, state) {
        const answer = await engine.handle(request, state)
        const operation = answer.handled.operation
        const session = request.headers['x-mock-session'] || 'default'
        if (operation)
          of(session).add({ interface: name, ...entryOf(request, answer, operation), path: pathOf(request, operation) })
        return answer
      },
    }
  }
}

function entryOf(
  { query, headers, body }: MockRequest,
  { status, delivery, handled }: FinishedAnswer,
  operation: string,
): Omit<ReceivedRequest, 'interface' | 'path'> {
  return {
    operation,
    status: delivery === 'dropped' ? undefined : status,
    rules: handled.rules,
    query: valuesOf(query),
    body: body && readBody(body.toString(), headers['content-type'] ?? ''),
  }
}

/** A form by its media type; JSON under any media type, because some servers accept that; otherwise text. */
function readBody(text: string, contentType: string): unknown {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return fieldsOf(text)
  return parseJsonOrText(text)
}

function valuesOf(text: string): Record<string, string[]> {
  const pairs = new URLSearchParams(text)
  return Object.fromEntries([...new Set(pairs.keys())].map((name) => [name, pairs.getAll(name)]))
}

/** The value of a repeated field is an array. */
function fieldsOf(text: string): Record<string, string | string[]> {
  const single = ([name, values]: [string, string[]]) =>
    [name, values.length === 1 ? (values[0] ?? '') : values] as const
  return Object.fromEntries(Object.entries(valuesOf(text)).map(single))
}
