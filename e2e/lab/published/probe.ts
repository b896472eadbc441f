import { createMessageCheck } from '../../../src/contract/message-check.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import type { PublishedInterface } from '../../../src/contract/published/published-interface.ts'
import { credentialsOf } from '../../../src/contract/security.ts'
import { parseJson } from '../../../src/json-text.ts'
import { bodyOf, validRequest, valueFor, withBody } from '../../../src/verify/derive/valid-request.ts'

export interface Sent {
  status: number
  headers: Headers
  text: string
  /** The text as JSON, where the answer says that it is; otherwise undefined. */
  json: unknown
  /** What was sent, in a form whose members a server can read. */
  body: unknown
}

export interface Caller {
  /** Calls an operation with values that its document allows; `ids` are values of path parameters. */
  call(operation: Operation, ids?: Readonly<Record<string, string>>): Promise<Sent>
  /** The same caller with separate records. */
  inSession(session: string): Caller
  /** What is wrong with an answer by the document; empty for a valid one. */
  faults(operation: Operation, sent: Sent): string[]
}

/** @param origin where the paths of the document begin, without its server's path */
export function createCaller(published: PublishedInterface, origin: string, isBelowServer: boolean): Caller {
  const { contract } = published
  const check = createMessageCheck(contract)
  const credentials = credentialsOf(published.document)
  const callerIn = (session: string): Caller => ({
    inSession: callerIn,
    async call(operation, ids = {}) {
      const values = Object.entries(ids).map(([name, id]) => [`path ${name}`, id] as const)
      const content = bodyOf(operation)
      const sentBody = content && valueFor(operation, content, 'text')
      const isLegible = /json|form/.test(content?.mediaType ?? '')
      const valid = validRequest(operation, new Map(values))
      const request = content ? withBody(valid, content, sentBody) : valid
      const template = isBelowServer ? operation.template : operation.path.replace(/[?#].*/, '')
      const url = new URL(
        origin +
          template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
            encodeURIComponent(String(Object(request.path)[name] ?? 'x')),
          ),
      )
      for (const [name, value] of Object.entries(request.query ?? {}))
        for (const one of [value].flat()) url.searchParams.append(name, String(one))
      const headers = new Headers({ accept: '*/*', 'x-mock-session': session, ...request.headers })
      for (const credential of credentials) {
        for (const [name, sent] of Object.entries(credential.headers))
          if (name !== 'authorization' || !headers.has(name)) headers.set(name, sent)
        for (const [name, sent] of Object.entries(credential.query ?? {})) url.searchParams.set(name, sent)
      }
      if (operation.security.words.includes('(Basic)')) headers.set('authorization', `Basic ${btoa('mock:mock')}`)
      const response = await fetch(url, {
        method: operation.method.toUpperCase(),
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(60_000),
        ...(typeof request.body === 'string' && { body: request.body }),
      })
      const text = await response.text()
      const json = isJson(response.headers) ? parseJson(text) : undefined
      return { status: response.status, headers: response.headers, text, json, body: isLegible ? sentBody : undefined }
    },
    faults({ id, method }, { status, headers, text }) {
      const found: Operation | undefined = contract.operations.get(id)
      if (!found) return ['no operation']
      // What the schema of another media type describes is not what is sent.
      const hasBody = text !== '' && method !== 'head' && isJson(headers)
      try {
        return check
          .check(found, { status, headers: Object.fromEntries(headers), body: hasBody ? text : undefined })
          .map(({ at, expected, seen }) => `${at}: ${expected}, not ${seen}`)
      } catch (error) {
        // A pattern that is not ECMAScript, or a schema too deep for the second validator.
        return /regular expression|stack/i.test(String(error)) ? [] : [String(error)]
      }
    },
  })
  return callerIn('default')
}

function isJson(headers: Headers): boolean {
  return /json/.test(headers.get('content-type') ?? '')
}
