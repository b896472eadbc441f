/** Input from which nothing can be concluded: its message says what, where, and how to mend it. */
export class UnusableInput extends Error {
  override readonly name = 'UnusableInput'
}
