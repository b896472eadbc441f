/** The target has nothing at hand that would show the rule kept or broken. */
export class UnseenError extends Error {
  override readonly name = 'UnseenError'
}
