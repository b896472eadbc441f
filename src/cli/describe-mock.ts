import type { RunningMock } from '../mock/start-mock.ts'

export function describeMock({ origin, interfaces }: RunningMock, { control = true } = {}): string {
  const rows = interfaces.flatMap(({ name, baseUrls, docsUrl }) =>
    baseUrls.map((baseUrl, index) => (index === 0 ? [name, baseUrl, docsUrl ?? ''] : ['', baseUrl, ''])),
  )
  const columns = [['interface', 'base URL', 'documentation'], ...rows]
  const hasDocs = interfaces.some(({ docsUrl }) => docsUrl !== undefined)
  const table = alignColumns(hasDocs ? columns : columns.map((cells) => cells.slice(0, 2)))
  const list = control ? `\nCredentials and base URLs as JSON: ${origin}/_control/interfaces\n` : ''
  const pages = hasDocs ? `\nDocs: ${origin}/docs/\nRequests as they come: ${origin}/docs/live/\n` : ''
  return `${pages}\n${table}\n${list}${firstCall(interfaces)}`
}

function firstCall(interfaces: RunningMock['interfaces']): string {
  const orders = interfaces.find(({ name }) => name === 'orders')
  const authorization = orders?.credentials.find(({ role }) => role === 'full')?.headers.authorization
  if (!orders || !authorization) return ''
  return `\nTry:\n\n  curl -H 'Authorization: ${authorization}' -H 'Accept: application/json' ${orders.baseUrls[0]}/orders\n\n`
}

function alignColumns(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
