/** A document cannot be read at all. The message has one line for each place: file, line, column, JSON pointer, fault. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
}
