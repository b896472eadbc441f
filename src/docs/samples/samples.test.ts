import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { openWorkspace } from '../../workspace/open-workspace.ts'
import { loadSiteData } from '../data/site-data.ts'
import { callOf } from './call.ts'
import { writeSamples } from './samples.ts'

const text = { type: 'string', example: 'red' }
const form = (schema: object, encoding?: object) => ({
  requestBody: { content: { 'application/x-www-form-urlencoded': { schema, encoding } } },
})

/** The curl sample of one operation. */
async function curlOf(method: string, operation: object): Promise<string> {
  const folder = temporaryFolder()
  const document = {
    openapi: '3.0.3',
    info: { title: 'Lamps', version: '1' },
    servers: [{ url: 'https://lamps.example' }],
    security: [{ key: [] }],
    paths: { '/lamps': { [method]: { responses: { 200: { description: '' } }, ...operation } } },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } },
  }
  writeFileSync(join(folder, 'lamps.json'), JSON.stringify(document))
  const workspace = await openWorkspace({ words: [join(folder, 'lamps.json')], from: folder })
  const [system] = (await loadSiteData({ workspace })).systems
  const [one] = system?.contract?.operations.values() ?? []
  if (!system || !one) return ''
  return writeSamples(callOf(system, one), system)[0]?.code ?? ''
}

const query = (name: string, schema: object, more: object = {}) => ({
  parameters: [{ name, in: 'query', required: true, schema, ...more }],
})
const list = { type: 'array', items: text, example: ['red', 'blue'] }

it.each([
  ['a form without fields is sent by POST', 'post', form({ type: 'object' }), '--request POST'],
  [
    'a list in the deep style has its places for names',
    'post',
    form(
      { type: 'object', required: ['colours'], properties: { colours: list } },
      { colours: { style: 'deepObject' } },
    ),
    "--data-urlencode 'colours%5B0%5D=red'",
  ],
  [
    'a list within a deep object has them too',
    'get',
    query('at', { type: 'object', properties: { all: list }, example: { all: ['red'] } }, { style: 'deepObject' }),
    'at%5Ball%5D%5B0%5D=red',
  ],
  [
    'the brackets of a deep object are encoded',
    'get',
    query('at', { type: 'object', properties: { room: text }, example: { room: 'attic' } }, { style: 'deepObject' }),
    'at%5Broom%5D=attic',
  ],
  ['a key that is a parameter as well is sent once', 'get', query('key', text), "lamps?key=YOUR_KEY'"],
])('%s', async (_, method, operation, expected) => {
  expect(await curlOf(method, operation)).toContain(expected)
})
