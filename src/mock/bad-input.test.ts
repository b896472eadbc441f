import fc from 'fast-check'
import { afterAll, beforeAll, describe, it } from 'vitest'
import type { Contract } from '../contract/contract.ts'
import type { Operation } from '../contract/operation.ts'
import { schemasOf } from '../contract/schema/schemas.ts'
import { bundled } from '../workspace/bundled.ts'
import { advanceUntilAnswered } from './advance-clock.fixture.ts'
import { badInputs } from './bad-input.fixture.ts'
import { documentedRequest, fullCredentials } from './documented-request.fixture.ts'
import { exchange, type RawRequest, type RawResponse } from './raw-exchange.fixture.ts'
import { type RunningMock, startMock } from './start-mock.ts'

// A failure prints the seed that repeats it: BAD_INPUT_SEED=…. BAD_INPUT_RUNS=… widens the search.
const seed = Number(process.env.BAD_INPUT_SEED ?? 20_260_309)
const numRuns = Number(process.env.BAD_INPUT_RUNS ?? 3)

/** Client errors that any request may get (RFC 9110, RFC 6585), documented or not. */
const standard = [400, 401, 403, 404, 405, 406, 408, 411, 412, 413, 414, 415, 422, 429, 431]

const faults: string[] = []
let mock: RunningMock
let port: number

beforeAll(async () => {
  mock = await startMock({ onFault: (reason) => faults.push(reason) })
  port = Number(new URL(mock.origin).port)
})

afterAll(() => mock.close())

describe.each(bundled.interfaces.map(({ name }) => name))('%s', (name) => {
  const contract = bundled.find(name).contract
  const shapes = errorShapes(contract)

  describe.each([...contract.operations.values()].map((operation) => [operation.id, operation] as const))(
    '%s',
    (id, operation) => {
      it.each(Object.keys(badInputs))('answers what is %s as its document says', async (kind) => {
        const session = `bad-${name}-${id}`
        const valid = documentedRequest(name, operation)
        if (name !== 'mock-control') valid.headers['x-mock-session'] = session
        Object.assign(valid.headers, await fullCredentials(mock, name, session))
        const requests = badInputs[kind]?.(valid) ?? fc.constant(undefined as never)

        await fc.assert(
          fc.asyncProperty(requests, async (request) => {
            const problem = await problemWith(request, operation, shapes, session)
            if (problem) throw new Error(problem)
          }),
          { seed, numRuns, endOnFailure: false, interruptAfterTimeLimit: 50_000 },
        )
      })
    },
  )
})

/** The fault of an answer; undefined when it has none. */
async function problemWith(
  request: RawRequest,
  operation: Operation,
  shapes: ErrorShapes,
  session: string,
): Promise<string | undefined> {
  const asked = exchange(port, request, 10_000).catch((error: Error) => error.message)
  const response = await advanceUntilAnswered(mock.origin, session, asked)
  const reported = faults.splice(0)
  if (reported.length > 0) return `the mock reports a fault: ${reported.join('; ')}`
  if (typeof response === 'string') return response
  return problemOf(response, operation, request.method, shapes)
}

function problemOf(
  { status, contentType, body }: RawResponse,
  { responses }: Operation,
  method: string,
  shapes: ErrorShapes,
): string | undefined {
  const documented = responses.has(String(status))
  const named = `${status} ${contentType} ${body.slice(0, 300)}`
  if (status >= 200 && status < 300) return undefined
  if (status >= 500 && !documented) return `a server error that no document names: ${named}`
  if (!documented && !standard.includes(status)) return `a status that is neither documented nor standard: ${named}`
  // An answer to HEAD has no body.
  if (method === 'HEAD') return undefined
  return shapes.fits(contentType, body) ? undefined : `an error in a shape that the interface does not have: ${named}`
}

interface ErrorShapes {
  fits(contentType: string, body: string): boolean
}

/** The forms in which the interface documents its errors. */
function errorShapes({ operations }: Contract): ErrorShapes {
  const byType = new Map<string, ((value: unknown) => boolean)[]>()
  for (const { shownResponses, document } of operations.values()) {
    const schemas = schemasOf(document)
    for (const { contents } of shownResponses.filter(({ code }) => /^(4|default)/.test(code))) {
      for (const { mediaType, schema } of contents) {
        const known = byType.get(mediaType) ?? []
        byType.set(mediaType, [...known, (value) => schemas.accepts(schema, value)])
      }
    }
  }
  return {
    fits(contentType, body) {
      const [mediaType = ''] = contentType.split(';')
      const isJson = /\bjson$/.test(mediaType)
      // An interface whose document shows no refusal may take a standard form.
      if (byType.size === 0) return ['text/plain', 'application/problem+json'].includes(mediaType)
      return (byType.get(mediaType) ?? []).some((validate) => validate(isJson ? JSON.parse(body) : body))
    },
  }
}
