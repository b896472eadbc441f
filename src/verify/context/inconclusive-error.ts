/** Nothing on the target can show whether it keeps the rule. The message is one line. */
export class InconclusiveError extends Error {
  override readonly name = 'InconclusiveError'

  constructor(reason: string) {
    super(onOneLine(reason))
  }
}

export function onOneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ').trim()
}
