/** The target has nothing at hand that would show the rule kept or broken. */
export class InconclusiveError extends Error {
  override readonly name = 'InconclusiveError'
}
