import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../temporary-folder.fixture.ts'
import { openWorkspace } from '../workspace/open-workspace.ts'
import { brokenLinks, renderSite } from './broken-links.fixture.ts'
import { loadSiteData } from './data/site-data.ts'
import { createDocs } from './docs.ts'
import { writeSite } from './write-site.ts'

async function open(document: object) {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'lamps.json'), JSON.stringify(document))
  return { folder, workspace: await reopen(folder) }
}

function reopen(folder: string) {
  return openWorkspace({ words: [join(folder, 'lamps.json')], from: folder })
}

const answer = { responses: { 200: { description: 'Done.' } } }
const get = (operationId: string, more: object = {}) => ({ get: { operationId, ...answer, ...more } })
const lamps = (members: object) => ({ openapi: '3.1.0', info: { title: 'Lamps', version: '1' }, ...members })

/** All pages, by path. */
async function pagesOf(document: object): Promise<Map<string, string>> {
  const { workspace } = await open(document)
  return renderSite(await loadSiteData({ workspace }), { all: true })
}

describe('the docs of a published document', () => {
  it('the docs have a page for each operation, with a sample of the request and what is left out', async () => {
    const rooms = { type: 'array', items: { type: 'string', description: 'One of `attic` and `hall`.' } }
    const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 3 }, rooms } }
    const pages = await pagesOf(
      lamps({
        security: [{ key: [] }],
        paths: {
          '/lamps/{id}': get('readLamp', {
            parameters: [{ name: 'id', in: 'path', schema: { type: 'integer' } }, { in: 5 }],
          }),
          '/lamps': {
            post: { tags: ['Making'], requestBody: { content: { 'application/json': { schema } } }, ...answer },
          },
        },
        components: {
          securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } },
          schemas: { 'a b/c~': schema },
        },
      }),
    )
    const made = [...pages.keys()].filter((path) => /^lamps-api\/operations\/.*\/$/.test(path))
    expect(made).toEqual([
      'lamps-api/operations/readLamp/',
      expect.stringMatching(/^lamps-api\/operations\/POST-lamps-\w{8}\/$/),
    ])
    expect(pages.get(made[1] ?? '')).toContain('/lamps?key=YOUR_KEY')
    expect(pages.get(made[1] ?? '')).toContain('"name"')
    expect(pages.get(`${made[1]?.slice(0, -1)}.md`)).toMatch(/each:\n +One of `attic` and `hall`\./)
    expect(pages.get('lamps-api/')).toMatch(/<h2 id="left-out">.*parameters.*1.*a value that OpenAPI does not allow/s)
    expect(brokenLinks(pages, new Set(pages.keys()))).toEqual([])
    for (const path of pages.keys()) expect(path).not.toMatch(/^(guides|changelog|console)\//)
  })

  it('operations without a tag are grouped by what their paths are about, and not by a version', async () => {
    const paths = { '/v1/lamps/{id}': get('readLamp'), '/api/v2.1/bulbs': get('listBulbs'), '/{any}': get('readAny') }
    const overview = (await pagesOf(lamps({ paths }))).get('lamps/') ?? ''
    for (const group of ['lamps', 'bulbs', 'Operations']) expect(overview).toContain(`>${group}</h2>`)
    expect(overview).not.toContain('>v1</h2>')
  })

  it('the docs stay in their folder, whatever operations are called', async () => {
    const ids = [
      '../../../../x',
      '/etc/x',
      '..',
      'a/../../../../x',
      'C:\\x',
      `long${'g'.repeat(5000)}`,
      'constructor',
      '\u0000',
    ]
    const { folder, workspace } = await open(
      lamps({ paths: Object.fromEntries(ids.map((id, at) => [`/${at}`, get(id)])) }),
    )
    const out = join(folder, 'a/b/c/d/site')
    await writeSite(out, { workspace })
    expect(readdirSync(folder).sort()).toEqual(['a', 'lamps.json'])
    expect(readdirSync(join(folder, 'a/b/c/d'))).toEqual(['site'])
    expect(readdirSync(join(out, 'lamps/operations'))).toHaveLength(2 * ids.length)
  })

  it('a title plants no Markdown and no reading direction', async () => {
    const title = 'Lamps\n\n# Planted\u2028[link](x)\u202e'
    const pages = await pagesOf({
      ...lamps({ paths: { '/a': get('a', { summary: 'Line\n# Planted' }) } }),
      info: { title, version: '1' },
    })
    for (const [path, text] of pages) {
      if (path.startsWith('assets/') || path.endsWith('read.json') || path.endsWith('openapi.json')) continue
      expect(text, path).not.toMatch(/^# Planted/m)
      expect(text, path).not.toContain('\u202e')
    }
    expect(pages.get('llms.txt')).toContain('## Lamps # Planted \\[link\\](x)\\\\u202e\n')
  })

  it('the docs end for schemas that contain themselves, and for those that branch without end', async () => {
    const ref = (name: string | number) => ({ $ref: `#/components/schemas/${name}` })
    const levels = Array.from({ length: 30 }, (_, at) => [
      at,
      { properties: { left: ref(at + 1), right: ref(at + 1) }, anyOf: [ref(at + 1), ref(at + 1)] },
    ])
    const schemas = {
      ...Object.fromEntries(levels),
      30: { type: 'string', enum: Array.from({ length: 50_000 }, (_, at) => at) },
      Tree: { type: 'array', items: ref('Tree'), properties: { tree: ref('Tree') } },
      Wide: { properties: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`p${at}`, {}])) },
    }
    const content = (name: string) => ({ 'application/json': { schema: ref(name) } })
    const responses = Object.fromEntries(
      ['0', 'Tree', 'Wide'].map((name, at) => [String(200 + at), { description: '', content: content(name) }]),
    )
    const pages = await pagesOf(lamps({ paths: { '/a': get('a', { responses }) }, components: { schemas } }))
    expect(pages.get('lamps/operations/a/')?.length).toBeLessThan(300_000)
    expect(brokenLinks(pages, new Set(pages.keys()))).toEqual([])
  })

  it('the docs stay small for schemas that all lead to each other, and show every field of an answer', async () => {
    const all = Array.from({ length: 60 }, (_, at) => at)
    const schemaOf = (at: number) => ({ properties: Object.fromEntries(all.map((to) => [`p${at}to${to}`, refTo(to)])) })
    const refTo = (at: number) => ({ $ref: `#/components/schemas/S${at}` })
    const content = (at: number) => ({ 'application/json': { schema: refTo(at) } })
    const responses = Object.fromEntries([1, 2, 3].map((at) => [`20${at}`, { description: '', content: content(at) }]))
    const schemas = Object.fromEntries(all.map((at) => [`S${at}`, schemaOf(at)]))
    const pages = await pagesOf(lamps({ paths: { '/a': get('a', { responses }) }, components: { schemas } }))
    const page = pages.get('lamps/operations/a/') ?? ''
    const ofSchemas = [...pages].flatMap(([path, text]) => (path.startsWith('lamps/schemas/') ? [text] : []))
    expect(ofSchemas.join('')).toContain('<code>p59to59</code>')
    expect(page.length).toBeLessThan(200_000)
    for (const at of [1, 2, 3]) for (const to of all) expect(page).toContain(`<code>p${at}to${to}</code>`)
    for (const { length } of ofSchemas) expect(length).toBeLessThan(300_000)
  })

  it('the thread of a mock serves the docs, and lists the nearest pages for others', async () => {
    const { workspace } = await open(lamps({ paths: { '/a': get('readA') } }))
    const docs = createDocs({ recipe: workspace.recipe })
    try {
      const ask = async (path: string) =>
        new Response((await docs(path, { method: 'GET', headers: {} }))?.body as string).text()
      expect(await ask('/docs/')).toContain('<h1>Lamps</h1>')
      expect(await ask('/docs/lamps/operations/readA/')).toContain('"mount":"/lamps","path":"/a"')
      expect(await ask('/docs/lamp/')).toContain('href="../lamps/"')
      expect(JSON.parse(await ask('/docs/lamps/openapi.json'))).toMatchObject({ info: { title: 'Lamps' } })
    } finally {
      await docs.close()
    }
  })

  it('the docs have the tasks beside the document, and say what is wrong with them', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'lamps.json'), JSON.stringify(lamps({ paths: { '/a': get('readLamp') } })))
    const write = async (tasks: string) => {
      writeFileSync(join(folder, 'tasks.yaml'), tasks)
      await writeSite(join(folder, 'site'), { workspace: await reopen(folder) })
      return readFileSync(join(folder, 'site/lamps/index.html'), 'utf8')
    }
    expect(await write('Find a lamp:\n  - operation: readLamp\n    query: {lit: true}\n')).toMatch(
      /id="task\/find-a-lamp">Find a lamp<.*operations\/readLamp\/.*lit=true/s,
    )
    await expect(write('Find a lamp:\n  - operation: readLmp\n')).rejects.toThrow(
      /tasks\.yaml:1 {2}"Find a lamp" names readLmp, which is no operation$/,
    )
    await expect(write('A: {operation: readLamp}')).rejects.toThrow(/"A" must be a list of calls/)
    await expect(write('- readLamp')).rejects.toThrow(/tasks\.yaml:1:1 /)
  })

  it('the docs have the rules beside the document, each at its operations', async () => {
    const folder = temporaryFolder()
    // Data, which cites nothing.
    const content = { 'application/json': { example: { $ref: 'part.yaml' } } }
    const responses = { 200: { description: '', content } }
    const paths = { '/a': get('a', { 'x-rules': ['LMP-001'] }), '/b': get('b', { responses }) }
    writeFileSync(join(folder, 'lamps.json'), JSON.stringify(lamps({ paths })))
    writeFileSync(
      join(folder, 'rules.yaml'),
      'rules:\n  - {id: LMP-001, statement: "All lamps [are](javascript:x) lit."}\n',
    )
    await writeSite(join(folder, 'site'), { workspace: await reopen(folder) })
    const page = readFileSync(join(folder, 'site/lamps/rules/index.html'), 'utf8')
    expect(page).toMatch(/id="LMP-001".*lit/s)
    expect(page).not.toContain('href="javascript:')
    expect(readFileSync(join(folder, 'site/lamps/operations/a/index.html'), 'utf8')).toContain('LMP-001')
    expect(readFileSync(join(folder, 'site/lamps/operations/b/index.html'), 'utf8')).not.toContain('LMP-001')
  })
})
