/** Text as the content of an element or of a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A table that scrolls by itself where it is wider than the page. Cells are HTML, heads without tags; the first cell of a row names it. */
export function renderTable(label: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const headCells = head.map((cell) => `<th scope="col">${cell}</th>`).join('')
  const bodyRows = rows.map(
    ([name = '', ...cells]) =>
      `<tr><th scope="row">${name}</th>${cells.map((cell, at) => `<td data-label="${head[at + 1]}">${cell}</td>`).join('')}</tr>`,
  )
  return `<div class="scroll" role="region" aria-label="${escapeHtml(label)}" tabindex="0"><table>
<thead><tr>${headCells}</tr></thead>
<tbody>
${bodyRows.join('\n')}
</tbody>
</table></div>`
}

/** A fragment of an address: letters, digits and hyphens. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
