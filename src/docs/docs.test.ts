import { describe, expect, it } from 'vitest'
import { listInterfaces } from '../interfaces/registry.ts'
import { annotate } from './annotate.ts'
import { createDocs } from './docs.ts'

const docs = createDocs()
const get = (path: string) =>
  docs(path, { method: 'GET', target: path, headers: {}, body: null, signal: new AbortController().signal })

describe('the docs', () => {
  it('lead from the root to the home page, which links every reference', async () => {
    expect(await get('/')).toMatchObject({ status: 302, headers: { location: '/docs/' } })
    const home = await get('/docs/')
    for (const { name } of listInterfaces()) expect(home?.body).toContain(`href="${name}/"`)
  })

  it('render the reference of an interface, rule IDs and assumptions included, with nothing from elsewhere', async () => {
    const page = String((await get('/docs/orders/'))?.body)
    expect(page).toContain('<title>Order API</title>')
    expect(page).toContain('ORD-084')
    expect(page).toContain('RFC 9457')
    expect(page).not.toMatch(/<(script|link|img)[^>]+(src|href)="https?:/)
  }, 30_000)

  it('have nothing at other paths', async () => {
    expect(await get('/docs/ordres/')).toBeUndefined()
    expect(await get('/docs/../package.json')).toBeUndefined()
    expect(
      await docs('/docs/', {
        method: 'POST',
        target: '/',
        headers: {},
        body: null,
        signal: new AbortController().signal,
      }),
    ).toBeUndefined()
  })
})

describe('annotate', () => {
  it('puts rules, gaps and assumptions at the end of a description', () => {
    const node = {
      description: 'A name.',
      'x-rules': ['ORD-001'],
      'x-gaps': ['ORD-G01'],
      'x-assumption': 'Shops have it.',
    }
    expect(annotate({ deep: [node] })).toEqual({
      deep: [
        {
          ...node,
          description: 'A name.\n\n**Assumed:** Shops have it.\n\n**Rules:** ORD-001\n\n**Not documented:** ORD-G01',
        },
      ],
    })
  })

  it('leaves alone what says nothing of its provenance', () => {
    expect(annotate({ type: 'string', description: 'x' })).toEqual({ type: 'string', description: 'x' })
  })
})
