import type { RuntimeInterface, RuntimeOperation } from '../../contract/runtime.ts'

/** The words of an interface's document. They are never secrets, even in a request. */
export interface Vocabulary {
  /** A fixed segment of a path, a parameter's name, a media type. In a template, a parameter stands in braces. */
  has(word: string): boolean
  /**
   * A request in words of the document: its path with the names of parameters in braces, and the names of its query parameters. Other words
   * are `…`.
   */
  describe(path: string, query: string, operation: RuntimeOperation | undefined): { path: string; query: string[] }
}

const unknown = '…'

export function compileVocabulary({ operations, prefix, published }: RuntimeInterface): Vocabulary {
  const words = operations.flatMap(({ template }) => template.split('/'))
  const segments = new Set(words.filter((word) => !word.startsWith('{')))
  const inBraces = new Set(words.filter((word) => word.startsWith('{')))
  // The operations of a published document are built only when they are used.
  const built = published ? [] : operations
  const parameters = new Set(
    published?.words() ?? built.flatMap(({ http }) => http.request?.query?.map(({ name }) => name) ?? []),
  )
  const mediaTypes = new Set(
    built.flatMap(({ http }) =>
      [...(http.request?.body?.contents ?? []), ...http.responses.flatMap(({ contents = [] }) => contents)].map(
        ({ mediaType }) => mediaType,
      ),
    ),
  )

  return {
    has: (word) => word === prefix || [segments, inBraces, parameters, mediaTypes].some((words) => words.has(word)),
    describe: (path, query, operation) => {
      const shown = path.split('/').map((segment) => (segments.has(segment) ? segment : unknown))
      const names = Array.from(new URLSearchParams(query).keys(), (name) => (parameters.has(name) ? name : unknown))
      return { path: operation?.template ?? shown.join('/'), query: [...new Set(names)] }
    },
  }
}
