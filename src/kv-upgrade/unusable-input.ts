/** Input that the tool cannot use. The message says what is wrong, where, and how to mend it. */
export class UnusableInput extends Error {
  override readonly name = 'UnusableInput'
}
