import type { UncompilableSchema } from './assert-compilable.ts'

/** Keys from the root of a bundled document: `['paths', '/orders', 'get']`. */
export type DocumentPath = readonly string[]

/** Why nothing can be generated from a document. */
export class DocumentFault extends Error {
  override readonly name: string = 'DocumentFault'
  readonly path: DocumentPath

  constructor(path: DocumentPath, message: string) {
    super(message)
    this.path = path
  }
}

/** A schema of an operation that AJV cannot compile. */
export class UncompilableSchemaFault extends DocumentFault {
  override readonly name: string = 'UncompilableSchemaFault'

  constructor(path: DocumentPath, operationId: string, { place, reason }: UncompilableSchema) {
    super(path, `AJV cannot compile a schema of ${operationId}, ${place}: ${reason}`)
  }
}

/** A reference to a file of another interface. When that file changes, this interface would not be generated again. */
export class ForeignFileFault extends DocumentFault {
  override readonly name: string = 'ForeignFileFault'
  readonly file: string

  constructor(file: string, source: string) {
    super([], `${file} is neither of ${source} nor of specs/shared: an interface stands alone`)
    this.file = file
  }
}
