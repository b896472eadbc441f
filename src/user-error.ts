/** A failure that its message explains completely, mostly input that cannot be used. Commands print it without a stack trace, and end with 2. */
export class UserError extends Error {
  override readonly name: string = 'UserError'
}
