import { on, type Sabotage, type SabotagedRequest, seesPath } from '../../../check/sabotage.ts'

/** A control call about the same session, made behind the caller's back. */
export interface Meddling {
  method: string
  /** Below the session: `/clock`. */
  path: string
  body?: unknown
}

const sessionPath = /^\/sessions\/[^/]+/

/** The call about the session that a request is about. */
export function meddlingWith(request: SabotagedRequest, { method, path, body }: Meddling): SabotagedRequest {
  return {
    ...request,
    method,
    path: (sessionPath.exec(request.path)?.[0] ?? '') + path,
    query: '',
    headers: { ...request.headers, 'content-type': 'application/json' },
    body: body === undefined ? null : Buffer.from(JSON.stringify(body)),
  }
}

/** After such a call, another one is made that nobody asked for. */
export function andThen(operation: string, ...meddling: Meddling[]): Sabotage {
  return on(operation, async (request, forward) => {
    const answer = await forward(request)
    for (const step of meddling) await forward(meddlingWith(request, step))
    return answer
  })
}

/** What is refused has been done none the less, or something like it. */
export function doesRefused(operation: string, ...meddling: Meddling[]): Sabotage {
  return on(operation, async (request, forward) => {
    const answer = await forward(request)
    if (answer.status >= 400) for (const step of meddling) await forward(meddlingWith(request, step))
    return answer
  })
}

/** The first session that such a call names stands for all that are named later. */
export function mixesSessions(...operations: string[]): Sabotage {
  let first: string | undefined
  return on(operations, seesPath, (path) =>
    path.replace(sessionPath, (named) => {
      first ??= named
      return first
    }),
  )
}
