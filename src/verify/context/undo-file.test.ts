import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { UserError } from '../../user-error.ts'
import { lampTarget, serve } from './lamps.fixture.ts'
import { cleanUp, notePendingRemoval, readPendingRemovals, undo } from './undo-file.ts'

let file: string
beforeEach(() => {
  file = join(temporaryFolder(), 'undo.jsonl')
})

async function lampsAnd(statuses: Record<string, number> = {}) {
  const { baseUrl, wire, requests } = await serve(({ url = '' }, response) => {
    response.writeHead(statuses[url] ?? 204).end()
  })
  const credential = { headers: { 'x-key': 'a-secret-key' }, form: {}, scopes: [] }
  const target = lampTarget(baseUrl, { credentials: new Map([['full', credential]]) })
  return { baseUrl, requests, targets: new Map([['lamps', { target, wire }]]) }
}

const pending = (url: string, method = 'DELETE') => ({ interface: 'lamps', method, url, headers: {}, role: 'full' })

it('only the owner may read the file, which has the address and no credential', async () => {
  notePendingRemoval(file, pending('http://127.0.0.1/v1/lamps/a'))
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toContain('/v1/lamps/a')
  expect(readFileSync(file, 'utf8')).not.toContain('a-secret-key')
})

it('a removed thing is not removed again, and the file is deleted with its last thing', async () => {
  const { baseUrl, requests, targets } = await lampsAnd({ '/v1/lamps/b': 404 })
  notePendingRemoval(file, pending(`${baseUrl}/lamps/a`))()
  notePendingRemoval(file, pending(`${baseUrl}/lamps/b`))
  notePendingRemoval(file, pending(`${baseUrl}/lamps/c`))
  const { removed, stays } = await cleanUp(file, targets)
  expect(requests).toEqual(['DELETE /v1/lamps/c', 'DELETE /v1/lamps/b'])
  expect([removed.length, stays]).toEqual([2, []])
  expect(() => statSync(file)).toThrow('ENOENT')
})

it('things at other addresses are not touched, and only DELETE is sent', async () => {
  const { baseUrl, requests, targets } = await lampsAnd()
  const climbing = ['%2e%2e/keep', '..\\keep', '..?keep', '..#', '%252e./keep', 'a/..%5ckeep', '.%2E', '..;a/keep'].map(
    (path) => `${baseUrl}/${path}`,
  )
  const elsewhere = [
    `${baseUrl}-other/lamps/a`,
    'http://127.0.0.1:1/v1/lamps/a',
    `${baseUrl}/../keep`,
    `${baseUrl}`,
    ...climbing,
  ]
  for (const url of elsewhere) notePendingRemoval(file, pending(url))
  notePendingRemoval(file, pending(`${baseUrl}/lamps/a`, 'PUT'))
  notePendingRemoval(file, { ...pending(`${baseUrl}/lamps/a`), interface: 'desks' })
  const { removed, stays } = await cleanUp(file, targets)
  expect(requests).toEqual([])
  expect([removed, stays.length, readPendingRemovals(file).length]).toEqual([[], 14, 14])
})

it('a thing that the server does not remove stays in the file, with the status', async () => {
  const { baseUrl, targets } = await lampsAnd({ '/v1/lamps/a': 405 })
  notePendingRemoval(file, pending(`${baseUrl}/lamps/a`))
  expect((await cleanUp(file, targets)).stays).toEqual([`DELETE ${baseUrl}/lamps/a was answered with 405`])
  expect(readPendingRemovals(file)).toMatchObject([{ url: `${baseUrl}/lamps/a` }])
})

it.each([
  ['application/merge-patch+json', 'application/merge-patch+json'],
  ['application/x-www-form-urlencoded', 'application/json'],
])('what is put back has the media type %s of its operation if that is JSON: %s', async (documented, sent) => {
  const types: unknown[] = []
  const url = 'http://127.0.0.1/v1/lamps/a'
  const headers = { 'content-type': documented }
  await undo({ method: 'PATCH', url, headers, body: '{"on":true}', shownAt: url }, async (request) => {
    if (request.method === 'PATCH') types.push(request.headers['content-type'])
    return { status: 200, text: '{"on":false}', headers: {} }
  })
  expect(types).toEqual([sent])
})

it('an incomplete last line is skipped, and any other invalid line is reported', () => {
  notePendingRemoval(file, pending('http://127.0.0.1/v1/lamps/a'))
  writeFileSync(file, `${readFileSync(file, 'utf8')}{"id":"x","inter`)
  expect(readPendingRemovals(file)).toHaveLength(1)
  writeFileSync(file, '{"id":"x"}\n')
  expect(() => readPendingRemovals(file)).toThrow(UserError)
  expect(() => readPendingRemovals(file)).toThrow('undo.jsonl:1: this is not a line of an undo file')
})
