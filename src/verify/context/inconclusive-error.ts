/** Nothing on the target can show whether it keeps the rule. The message is one line. */
export class InconclusiveError extends Error {
  override readonly name = 'InconclusiveError'

  constructor(reason: string) {
    super(onOneLine(reason))
  }
}

/** The message of an error, on one line. A check reads answers by their documented form, and an answer in another form makes a `TypeError`. */
export function messageOf(error: unknown): string {
  if (error instanceof TypeError) return 'the answer does not have the form that this check reads'
  return onOneLine(error instanceof Error ? error.message : String(error))
}

export function onOneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ').trim()
}
