import { expect, it } from 'vitest'
import { renderMarkdown, renderTable, safeText, wrap } from './table.ts'

it('wraps the last column, beside the others', () => {
  expect(
    renderTable(
      [
        ['flag', 'why'],
        ['--proxy', 'no flag takes its place in 3.6'],
      ],
      31,
    ),
  ).toBe(['flag     why', '--proxy  no flag takes its', '         place in 3.6'].join('\n'))
})

it('wraps nothing where the other columns leave no room for it', () => {
  const address = 'http://a-member-with-a-long-name.example.com:2379'
  expect(renderTable([[address, '3.5.21, cluster 3.5.0']], 60)).toBe(`${address}  3.5.21, cluster 3.5.0`)
})

it('keeps words whole, however long: they are commands and addresses to copy', () => {
  expect(wrap('stop http://m1.example.com:2379, and wait', 10)).toEqual([
    'stop',
    'http://m1.example.com:2379,',
    'and wait',
  ])
})

it('lets no text move the cursor, nor end a cell of Markdown', () => {
  expect(renderTable([['a\u001b[2Jb']], 80)).toBe('a\\u001b[2Jb')
  expect(renderMarkdown([['flag'], ['a|b\nc']])).toBe('| flag |\n|---|\n| a\\|b\\u000ac |')
})

it.each([
  ['https://root:hunter2@m1:2379', 'https://…@m1:2379'],
  ['http://root:hunter2@m1,http://m2', 'http://…@m1,http://m2'],
  ["error: unknown option '--x=http://u:p%40:@h/'", "error: unknown option '--x=http://…@h/'"],
  ['http://m1:2379/kv', 'http://m1:2379/kv'],
  ['mail to a@b.example', 'mail to a@b.example'],
])('safeText prints %s as %s', (text, printed) => {
  expect(safeText(text)).toBe(printed)
})
