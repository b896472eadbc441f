import { describe, expect, it } from 'vitest'
import { createMessageCheck } from '../../contract/message-check.ts'
import { parameterTable, type SentParameter } from './parameter-table.fixture.ts'
import { answers, serveDocument } from './serve-document.fixture.ts'

const keyOf = ({ in: place, more, schema }: SentParameter) => JSON.stringify([place, more, schema])
const keys = [...new Set(parameterTable.map(keyOf))]

/** A document with an operation for each parameter of the table. */
function documentOf(version: string) {
  const paths = keys.map((key, index) => {
    const [place, more, schema] = JSON.parse(key)
    const own = 'content' in more ? {} : { schema }
    const isRequired = place === 'path' || (place !== 'path' && schema.required?.length > 0)
    const parameters = [{ name: 'c', in: place, required: isRequired, ...more, ...own }]
    const path = place === 'path' ? `/${index}/{c}` : `/${index}`
    return [path, { get: { operationId: `get${index}`, parameters, responses: answers('200') } }]
  })
  return { openapi: version, paths: Object.fromEntries(paths) }
}

function requestOf(row: SentParameter): { path: string; query: string; headers: Record<string, string> } {
  const { in: place, sent } = row
  const path = `/${keys.indexOf(keyOf(row))}${place === 'path' ? `/${sent}` : ''}`
  const headers: Record<string, string> = place === 'header' ? { c: sent } : place === 'cookie' ? { cookie: sent } : {}
  return { path, query: place === 'query' ? sent : '', headers }
}

const told = parameterTable.map(
  (row) => `${row.in} ${JSON.stringify([row.more, row.schema])} ${row.sent}: ${row.isRight}`,
)

describe.each(['3.0.4', '3.1.1'])('the styles of parameters in OpenAPI %s', (version) => {
  it('are read by the mock as the standard writes them, and nothing else is', async () => {
    const { call } = await serveDocument(documentOf(version))
    const read: string[] = []
    for (const [index, row] of parameterTable.entries()) {
      const { path, query, headers } = requestOf(row)
      const { status } = await call('GET', `${path}${query && `?${query}`}`, undefined, headers)
      read.push((told[index] ?? '').replace(/\w+$/, status === 200 ? 'true' : status === 400 ? 'false' : `${status}`))
    }
    expect(read.length).toBeGreaterThan(128)
    expect(read).toEqual(told)
  })

  it('are read by validate and proxy as the mock reads them', async () => {
    const { document } = await serveDocument(documentOf(version))
    const { checkRequestHead } = createMessageCheck(document.contract)
    const read = parameterTable.map((row, index) => {
      const { path, query, headers } = requestOf(row)
      const found = document.contract.match('GET', path)
      if (found.kind !== 'operation') return `${path}: ${found.kind}`
      const { violations } = checkRequestHead(
        found.operation,
        { method: 'GET', path: found.raw, query, headers },
        false,
      )
      return (told[index] ?? '').replace(/\w+$/, String(violations.length === 0))
    })
    expect(read).toEqual(told)
  })
})
