/** A text as HTML shows it, within elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.toWellFormed().replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A sentence of a catalogue: what stands between backticks is code. */
export function statementToHtml(markdown: string): string {
  return escapeHtml(markdown.trim()).replace(/&#96;(.+?)&#96;/g, '<code>$1</code>')
}
