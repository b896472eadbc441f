import { describe, expect, it } from 'vitest'
import { loadContract } from '../workspace/contracts.ts'
import { listInterfaces } from '../workspace/interfaces.ts'
import { type Contract, mediaTypesAt } from './contract.ts'
import { below, membersOf, nodeAt, resolvePointer } from './json-pointer.ts'
import { isJson } from './media-type.ts'
import { createResponseCheck } from './response-validator.ts'

/** Every named example of a response, as a server would answer it. */
function* examplesOf({ document, operations }: Contract) {
  for (const operation of operations.values()) {
    for (const [status, response] of operation.responses) {
      for (const [mediaType, media] of mediaTypesAt(document, response)) {
        for (const name of membersOf(document, below(media, 'examples'))) {
          const { value } = nodeAt(document, resolvePointer(document, below(media, 'examples', name))) ?? {}
          const body = isJson(mediaType) ? JSON.stringify(value) : String(value)
          yield { operation, status: Number(status.replace('XX', '99')), mediaType, name, body }
        }
      }
    }
  }
}

describe.each(listInterfaces().map(({ name }) => name))('%s', (name) => {
  const contract = loadContract(name)
  const { check } = createResponseCheck(contract)
  const examples = [...examplesOf(contract)]

  it('keeps its own contract in every example', () => {
    const wrong = examples.flatMap(({ operation, status, mediaType, name, body }) =>
      check(operation, { status, headers: { 'content-type': mediaType }, body })
        .filter(({ at }) => !at.startsWith('header '))
        .map((violation) => ({ operation: operation.id, status, name, ...violation })),
    )
    expect(examples.length).toBeGreaterThan(0)
    expect(wrong).toEqual([])
  })

  it('finds every operation at its own path', () => {
    for (const { id, method, template } of contract.operations.values()) {
      const match = contract.match(method.toUpperCase(), template.replaceAll(/\{[^}]+\}/g, 'x'))
      expect([match.kind, match.kind === 'operation' && match.operation.id]).toEqual(['operation', id])
    }
  })
})
