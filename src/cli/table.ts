import { printable } from '../printable.ts'
import { maskUsers } from '../redaction/mask.ts'

/** Foreign text, safe for a terminal, without the user and the password of a URL. */
export function safeText(text: string): string {
  return maskUsers(printable(text))
}

/** Rows as columns. The last column wraps, so that lines stay within `width` characters; default: no limit. */
export function renderTable(rows: readonly (readonly string[])[], width = Number.POSITIVE_INFINITY): string {
  const cells = rows.map((row) => row.map(safeText))
  const last = (cells[0]?.length ?? 1) - 1
  const widths = Array.from({ length: last }, (_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const indent = widths.reduce((sum, columnWidth) => sum + columnWidth + 2, 0)
  // Long addresses leave no room for a column: the terminal wraps the text after them.
  const room = width - indent < 20 ? Number.POSITIVE_INFINITY : width - indent
  return cells
    .flatMap((row) =>
      wrap(row[last] ?? '', room).map((line, index) => {
        const before = widths.map((columnWidth, column) => (index === 0 ? (row[column] ?? '') : '').padEnd(columnWidth))
        return [...before, line].join('  ').trimEnd()
      }),
    )
    .join('\n')
}

/** Breaks text into lines. Words that are longer than the width stay whole: they are commands and addresses to copy. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}

/** Rows as a Markdown table, the first as its head. */
export function renderMarkdown(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows.map((row) => row.map((cell) => safeText(cell).replaceAll('|', '\\|')))
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`
  return [line(head), `|${head.map(() => '---|').join('')}`, ...body.map(line)].join('\n')
}
