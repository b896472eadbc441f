import type { RunningMock } from '../mock/start-mock.ts'
import { shellQuote } from '../redaction/shell-quote.ts'
import { renderTable } from './table.ts'

export function describeMock({ origin, interfaces }: RunningMock, { control = true } = {}): string {
  const rows = interfaces.flatMap(({ name, baseUrls, docsUrl }) =>
    baseUrls.map((baseUrl, index) => (index === 0 ? [name, baseUrl, docsUrl ?? ''] : ['', baseUrl, ''])),
  )
  const columns = [['interface', 'base URL', 'documentation'], ...rows]
  const hasDocs = interfaces.some(({ docsUrl }) => docsUrl !== undefined)
  const table = renderTable(hasDocs ? columns : columns.map((cells) => cells.slice(0, 2)))
  const list = control ? `\nCredentials and base URLs as JSON: ${origin}/_control/interfaces\n` : ''
  const pages = hasDocs ? `\nDocs: ${origin}/docs/\nRequests as they come: ${origin}/docs/live/\n` : ''
  return `${pages}\n${table}\n${list}${firstCall(interfaces)}`
}

/** The call that reads the first record that the mock starts with. */
function firstCall(interfaces: RunningMock['interfaces']): string {
  for (const { baseUrls, records, credentials } of interfaces) {
    const path = records.find((record) => record.path !== undefined)?.path
    if (path === undefined) continue
    const headers = Object.entries({ ...credentials[0]?.headers, accept: 'application/json' })
    const words = headers.map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`)
    return `\nTry:\n\n  curl ${words.join(' ')} ${shellQuote(`${baseUrls[0]}${path}`)}\n\n`
  }
  return ''
}
