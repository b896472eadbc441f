import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../../behaviour/definition.ts'
import { listInterfaces, loadRuntime } from '../../contract/registry.ts'
import type { RuntimeOperation } from '../../contract/runtime.ts'
import { validateAnswer } from './components.ts'
import { compileResponseAcceptance } from './fast-response.ts'
import { changed } from './generated-request.fixture.ts'

const { numRuns, seed } = { numRuns: 400, seed: 9 }

describe.each(listInterfaces().map(({ name }) => name))('%s', (name) => {
  it('accepts an answer that Prism accepts, and no other', () => {
    const cases = loadRuntime(name).operations.map(({ http }) => ({ http, isValid: compileResponseAcceptance(http) }))
    const seen = { valid: 0, invalid: 0 }
    const answers = fc.constantFrom(...cases).chain((one) => answersOf(one.http).map((answer) => ({ ...one, answer })))
    fc.assert(
      fc.property(answers, ({ http, isValid, answer }) => {
        const { status: statusCode, headers, body } = answer
        const isRight = validateAnswer({ resource: http, element: { statusCode, headers, body } })._tag === 'Right'
        seen[isRight ? 'valid' : 'invalid']++
        expect(isValid(answer)).toBe(isRight)
      }),
      { numRuns, seed },
    )
    expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(numRuns / 20)
  })
})

interface ShownAnswer extends Answer {
  mediaType: string | undefined
}

/** The documented answers of an operation, with random changes. */
function answersOf({ responses }: RuntimeOperation['http']): fc.Arbitrary<Answer> {
  const shown = responses.flatMap(({ code, contents = [], headers = [] }): ShownAnswer[] => {
    const named = headers.map((header) => [header.name.toLowerCase(), exampleOf(header.examples) ?? 'x'] as const)
    const answer = {
      status: Number(code) || 200,
      headers: Object.fromEntries(named.map(([key, value]) => [key, String(value)])),
    }
    const bodies = contents.flatMap(({ mediaType, examples = [] }) =>
      examples.map((example) => ({ mediaType, body: 'value' in example ? example.value : undefined })),
    )
    return bodies.length > 0
      ? bodies.map((one) => ({ ...answer, ...one }))
      : [{ ...answer, mediaType: undefined, body: undefined }]
  })
  return fc.constantFrom(...shown).chain(({ status, headers, mediaType, body }) =>
    fc.record({
      status: usually(status, 200, 299, 404, 599),
      headers: fc
        .record({
          kept: usually<Record<string, string>>(headers, {}),
          type: usually(mediaType, undefined, 'text/html', 'application/json; charset=utf-8'),
        })
        .map(
          ({ kept, type }): Record<string, string> => (type === undefined ? kept : { ...kept, 'content-type': type }),
        ),
      body: fc.oneof(
        fc.constant(body),
        body === undefined ? fc.constant('') : changed(body).map((text): unknown => JSON.parse(text)),
      ),
    }),
  )
}

function usually<T>(usual: T, ...others: NoInfer<T>[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })
}

function exampleOf(examples: readonly object[] = []): unknown {
  const [first] = examples
  return first && 'value' in first ? first.value : undefined
}
