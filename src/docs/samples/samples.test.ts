import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startMock } from '../../mock/start-mock.ts'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { openWorkspace } from '../../workspace/open-workspace.ts'
import { loadSiteData } from '../data/site-data.ts'
import { callOf } from './call.ts'
import { writeSamples } from './samples.ts'
import { targetOf } from './target.ts'

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
  return writeSamples(callOf(system, one))[0]?.code ?? ''
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
  ['XML is text', 'get', { responses: { 200: { description: '', content: { 'application/xml': {} } } } }, "xml'$"],
  [
    'any type is that of the header Accept',
    'get',
    { responses: { 200: { description: '', content: { '*/*': {} } } } },
    "Accept: application/json'$",
  ],
  [
    'an image is written to a file',
    'get',
    { responses: { 200: { description: '', content: { 'image/*': {} } } } },
    '--output answer.bin$',
  ],
  [
    'events are shown as they come',
    'get',
    { responses: { 200: { description: '', content: { 'text/event-stream': {} } } } },
    '--no-buffer$',
  ],
  ['a key that is a parameter as well is sent once', 'get', query('key', text), "lamps?key=YOUR_KEY'"],
])('%s', async (_, method, operation, expected) => {
  const curl = `${await curlOf(method, operation)}$`
  expect(curl).toContain(expected)
})

it('a sample asks for a record that the mock has', async () => {
  const folder = temporaryFolder()
  const record = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
  const answers = (schema: object, example: unknown) => ({
    responses: { 200: { description: '', content: { 'application/json': { schema, example } } } },
  })
  const parameters = [{ name: 'lamp_id', in: 'path', required: true, schema: { type: 'string' } }]
  const document = {
    openapi: '3.0.3',
    info: { title: 'Lamps', version: '1' },
    paths: {
      '/lamps': { get: answers({ type: 'array', items: record }, [{ id: 7731 }]), post: answers(record, { id: 7731 }) },
      '/lamps/{lamp_id}': { parameters, get: answers(record, { id: 7731 }) },
      '/lamps/{lamp_id}/bulbs': { parameters, get: answers({ type: 'object' }, {}) },
    },
  }
  writeFileSync(join(folder, 'lamps.json'), JSON.stringify(document))
  const workspace = await openWorkspace({ words: [join(folder, 'lamps.json')], from: folder })
  const [system] = (await loadSiteData({ workspace })).systems
  const mock = await startMock({ workspace })
  const answersOf = [...(system?.contract?.operations.values() ?? [])].map(async (operation) => {
    if (!system || operation.method !== 'get') return []
    const { base, mount, path, parameters } = callOf(system, operation)
    const target = targetOf(path, parameters)
    expect(base).toContain(mount)
    return [target, (await fetch(mock.origin + mount + target)).status]
  })
  expect(await Promise.all(answersOf)).toEqual([['/lamps', 200], [], ['/lamps/7731', 200], ['/lamps/7731/bulbs', 200]])
  await mock.close()
})
