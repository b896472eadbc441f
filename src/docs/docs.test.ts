import { Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { listInterfaces } from '../contract/registry.ts'
import { createDocs } from './docs.ts'
import { annotate } from './provenance.ts'

const docs = createDocs()
const ask = (path: string, method = 'GET', headers: Record<string, string> = {}) => docs(path, { method, headers })
const read = async (path: string) => String((await ask(path))?.body)

describe('the docs of the mock', () => {
  it('lead from the root to the home page, which links every system', async () => {
    expect(await ask('/')).toMatchObject({ status: 302, headers: { location: '/docs/' } })
    const home = await read('/docs/')
    for (const { name } of listInterfaces()) expect(home).toContain(`href="./${name}/"`)
    expect(home).toContain('href="./request-params/"')
  })

  it('lead from a folder without its slash to the page', async () => {
    expect(await ask('/docs/orders/rules')).toMatchObject({ status: 302, headers: { location: '/docs/orders/rules/' } })
  })

  it('render the reference of an interface, rules and assumptions included, with nothing from elsewhere', async () => {
    const page = await read('/docs/orders/reference/')
    expect(page).toContain('<title>Reference of Order API</title>')
    expect(page).toContain('[ORD-084](../rules/#ORD-084)')
    expect(page).toContain('RFC 9457')
    expect(page).not.toMatch(/<(script|link|img)[^>]+(src|href)="https?:/)
    const library = await read('/docs/assets/redoc.js')
    expect(/cdn\.redoc\.ly|import\.meta/.exec(library)?.[0]).toBeUndefined()
    // A script that is no module: it parses, and hands out what starts Redoc.
    expect(new Script(`${library}\nhydrate`)).toBeInstanceOf(Script)
  })

  it('are not sent again to who has them', async () => {
    const first = await ask('/docs/assets/base.css')
    const tag = first?.headers.etag ?? ''
    expect(first).toMatchObject({ status: 200, headers: { 'x-content-type-options': 'nosniff' } })
    expect(await ask('/docs/assets/base.css', 'GET', { 'if-none-match': tag })).toMatchObject({ status: 304 })
    expect(await ask('/docs/assets/base.css', 'GET', { 'if-none-match': '"another"' })).toMatchObject({ status: 200 })
  })

  it('have nothing at other paths, and for other methods', async () => {
    expect(await ask('/docs/ordres/')).toBeUndefined()
    expect(await ask('/docs/../package.json')).toBeUndefined()
    expect(await ask('/docs/', 'POST')).toBeUndefined()
  })
})

describe('annotate', () => {
  const link = (id: string) => `#${id}`

  it('puts rules, gaps and assumptions at the end of a description', () => {
    const node = {
      description: 'A name.',
      'x-rules': ['ORD-001'],
      'x-gaps': ['ORD-G01'],
      'x-assumption': 'Shops have it.',
    }
    const notes =
      '**Assumed:** Shops have it.\n\n**Rules:** [ORD-001](#ORD-001)\n\n**Not documented:** [ORD-G01](#ORD-G01)'
    expect(annotate({ deep: [node] }, link)).toEqual({ deep: [{ ...node, description: `A name.\n\n${notes}` }] })
  })

  it('leaves alone what says nothing of its provenance', () => {
    expect(annotate({ type: 'string', description: 'x' }, link)).toEqual({ type: 'string', description: 'x' })
  })
})
