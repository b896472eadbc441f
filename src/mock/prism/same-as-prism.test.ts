import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answer, InterfaceDefinition } from '../../behaviour/definition.ts'
import type { Contract } from '../../contract/contract.ts'
import { shownParameters } from '../../contract/operation.ts'
import { bundled } from '../../workspace/bundled.ts'
import { createEngine } from '../engine.ts'
import { Session } from '../session/session.ts'
import { type GeneratedRequest, requestsTo } from './generated-request.fixture.ts'
import { documentedType, isJson, type PrismOutcome, prismServer } from './prism-server.fixture.ts'

/** An interface without behaviours, whose refusals contain everything that is known about them. */
const definition: InterfaceDefinition = {
  behaviours: {},
  credentials: [],
  renderRefusal: ({ kind, violations, detail }) => ({
    status: 599,
    headers: { 'content-type': 'application/json' },
    body: { kind, violations: violations.map(({ message }) => message).sort(), detail },
  }),
}

const statusOfKind: Record<string, number[]> = {
  unauthenticated: [401],
  'unsupported-media-type': [415],
  // The mock calls an undocumented preference an invalid request; Prism answers it as not found, or as a fault.
  'invalid-request': [422, 404, 500],
  // Prism ends with an error where a preference and `Accept` contradict each other.
  'not-acceptable': [406, 500],
  'not-found': [404],
  'method-not-allowed': [405],
}

const { numRuns, seed } = { numRuns: Number(process.env.COMPARED_REQUESTS ?? 600), seed: 9 }

describe.each(bundled.interfaces.map(({ name }) => name))('%s', (name) => {
  it('the mock answers as Prism does, except where decisions 2 and 27 say otherwise', async () => {
    const contract = bundled.find(name).contract
    const ask = createMock(contract)
    const askPrism = prismServer(contract)
    const seen = new Map<string, number>()
    const requests = fc
      .constantFrom(...contract.operations.values())
      .chain((operation) => requestsTo(contract, operation))
      .filter(isComparable)
      // Prism knows nothing of `x-also-accepts`.
      .filter(
        ({ method }) =>
          ![...contract.operations.values()].some(({ alsoAccepts }) => alsoAccepts.includes(method.toLowerCase())),
      )
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const [ours, theirs] = [await ask(request), await askPrism(asPrismIsAsked(request))]
        const outcome = theirs.kind === 'answer' ? `${theirs.status}` : `refused ${theirs.status}`
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
        if (!isSame(request, ours, theirs)) expect({ request: tell(request), answer: ours }).toEqual(theirs)
      }),
      { numRuns, seed },
    )
    // A comparison that has seen only refusals would prove little.
    const answered = [...seen].filter(([outcome]) => !outcome.startsWith('refused'))
    expect(answered.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(numRuns / 10)
    expect(seen.size).toBeGreaterThan(2)
  })
})

function createMock(contract: Contract) {
  const faults: string[] = []
  const engine = createEngine({ contract, definition, explain: true, onFault: (reason) => faults.push(reason) })
  const state = new Session('compared').state({ name: contract.name, definition, seed: async () => {} })
  return async ({ method, path, query, headers, body }: GeneratedRequest) => {
    const peer = new AbortController()
    const sent = body === undefined ? null : Buffer.from(body)
    const {
      status,
      headers: given,
      body: answered,
    } = await engine.handle({ method, path, query, headers, body: sent, peer }, state)
    expect(faults).toEqual([])
    // Prism shows bytes as a text.
    return { status, headers: given, body: answered instanceof Buffer ? answered.toString('latin1') : answered }
  }
}

function isSame({ operation }: GeneratedRequest, ours: Answer, theirs: PrismOutcome): boolean {
  // Prism would fall back to a template that matches less well.
  if (!operation) return ours.status === 599
  if (theirs.kind === 'answer') {
    const { status, headers, body } = theirs
    // Headers that only the mock adds.
    const given = Object.fromEntries(Object.entries(ours.headers).filter(([name]) => !isNote(name)))
    return isDeepStrictEqual({ ...ours, headers: given }, { status, headers, body })
  }
  // Prism reports an invalid preference first, the mock last.
  if (!theirs.violations && theirs.status === 422) return ours.status === 599
  const { kind, violations } = ours.body as { kind: string; violations: string[] }
  if (ours.status !== 599 || !statusOfKind[kind]?.includes(theirs.status)) return false
  if (kind !== 'invalid-request' || theirs.status !== 422 || !theirs.violations) return true
  // Prism says of a text that is in no style what it says of a wrong type (decision 27).
  if (violations.some((message) => / must be .*\(style \w+/.test(message))) return true
  // Prism names parameters in lower case.
  const lowered = (messages: string[]) => messages.map((message) => message.toLowerCase()).sort()
  return isDeepStrictEqual(lowered(violations), lowered(theirs.violations))
}

function isNote(name: string): boolean {
  return name.startsWith('x-mock-') || name === 'link'
}

function tell({ operation, ...request }: GeneratedRequest) {
  return { ...request, operation: operation?.id }
}

/** Leaves out requests that crash Prism, or that Prism rounds. Other tests show how the mock answers them. */
function isComparable({ operation, path, query, headers, body }: GeneratedRequest): boolean {
  // An integer that a double cannot hold exactly: Prism rounds it, and the mock refuses it.
  if (/\d{16}/.test([path, query, body, ...Object.values(headers)].join(' '))) return false
  // Prism's server never answers malformed JSON.
  if (body !== undefined && isJson(headers['content-type'] ?? documentedType(operation)) && !isParseable(body))
    return false
  // A value that is false to JavaScript is no body to Prism.
  if (/^(0|null|false|"")$/.test(body ?? '')) return false
  // Prism answers another status where the one that was asked for has no such example.
  if (/example=nobody/.test(headers.prefer ?? '')) return false
  // Prism reads a form without its media type as a text.
  if (body && headers['content-type'] === undefined && !isJson(documentedType(operation))) return false
  // An array in a path parameter ends Prism's process.
  return !(
    path.includes('%2C') &&
    operation &&
    shownParameters(operation, 'path').some(({ schema }) => schema.type === 'array')
  )
}

function isParseable(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The request that means the same to Prism as the original one to the mock (decision 2). */
function asPrismIsAsked({ body, ...request }: GeneratedRequest): GeneratedRequest {
  const { accept, prefer = '' } = request.headers
  // The mock answers an error that was asked for in its only form, whatever the caller accepts.
  const isForError = accept !== undefined && /code=[45]/.test(prefer)
  const headers: Record<string, string> = { ...request.headers, ...(isForError && { accept: '*/*' }) }
  // Where credentials are optional, Prism refuses callers that have some (decision 27).
  if (request.operation?.security.isDemanded === false) delete headers.authorization
  // The mock ignores an undocumented body.
  return { ...request, headers, body: request.operation?.contents.length ? body : undefined }
}
