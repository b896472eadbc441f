import { readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { isObject } from '../../../contract/json-pointer.ts'
import { listEntries } from '../../../workspace/entries.ts'
import { root } from '../../../workspace/root.ts'
import { toOpenApi30 } from './document.ts'

const read = (name: string, file: string) =>
  readFileSync(new URL(`../../../../generated/${name}/${file}`, import.meta.url), 'utf8')

/** How often each value of these keywords stands in a document. */
function count(root: unknown, keywords: readonly string[]): Record<string, number> {
  const found: Record<string, number> = {}
  const pending = [root]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const members = isObject(node) && !Array.isArray(node) ? Object.entries(node) : []
    if (Array.isArray(node)) pending.push(...node)
    for (const [name, value] of members) {
      if (keywords.includes(name))
        found[`${name} ${JSON.stringify(value)}`] = (found[`${name} ${JSON.stringify(value)}`] ?? 0) + 1
      if (name !== 'examples' && value !== null) pending.push(value)
    }
  }
  return found
}

describe.each(listEntries(root).map(({ name }) => name))('%s', (name) => {
  const rendering = read(name, 'openapi-3.0.yaml')

  it('writes a valid OpenAPI 3.0.3 document', async () => {
    const config = await createConfig({ extends: ['spec'] })
    const problems = await lintFromString({ source: rendering, config })
    expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([])
    expect(parse(rendering).openapi).toBe('3.0.3')
  })

  it('keeps operations, provenance and examples', () => {
    const kept = [
      'operationId',
      'x-rules',
      'x-assumption',
      'x-gaps',
      'x-list-verb',
      'x-multi-segment',
      'example',
      'examples',
    ]
    const before = count(parse(read(name, 'openapi.yaml')), kept)
    expect(Object.keys(before).length).toBeGreaterThan(10)
    expect(count(parse(rendering), kept)).toEqual(before)
  })
})

it('moves roles of a scheme that is not an OAuth scheme, and puts the summary into the description', () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Lamps', version: '1', summary: 'Lights.', description: 'More.' },
    paths: { '/lamps': { get: { security: [{ Key: ['lamp:read'], Flow: ['all'] }] } } },
    components: { securitySchemes: { Key: { type: 'apiKey' }, Flow: { type: 'oauth2' } } },
  }
  expect(toOpenApi30(document)).toMatchObject({
    info: { title: 'Lamps', version: '1', description: 'Lights.\n\nMore.' },
    paths: {
      '/lamps': {
        get: { security: [{ Key: [], Flow: ['all'] }], 'x-security-roles': { Key: ['lamp:read'] } },
      },
    },
  })
})
