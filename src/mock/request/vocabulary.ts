import type { RuntimeInterface, RuntimeOperation } from '../../contract/runtime.ts'

/** The words of an interface's document. They are never secrets, even in a request. */
export interface Vocabulary {
  /** A fixed segment of a path, a parameter's name, a media type. In a template, a parameter stands in braces. */
  has(word: string): boolean
  /** A request's path: with the names of parameters in braces, and `…` for segments that no documented path has. */
  describePath(path: string, operation: RuntimeOperation | undefined): string
  /** Names of query parameters, `…` for those that the document does not have. */
  describeQuery(query: string): string[]
}

const unknown = '…'

export function compileVocabulary({ operations, prefix, published }: RuntimeInterface): Vocabulary {
  const segments = new Set(
    operations.flatMap(({ template }) => template.split('/').filter((segment) => !segment.startsWith('{'))),
  )
  const inBraces = new Set(
    operations.flatMap(({ template }) => template.split('/').filter((one) => one.startsWith('{'))),
  )
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
    describePath: (path, operation) =>
      operation?.template ??
      path
        .split('/')
        .map((segment) => (segments.has(segment) ? segment : unknown))
        .join('/'),
    describeQuery: (query) => {
      const names = Array.from(new URLSearchParams(query).keys(), (name) => (parameters.has(name) ? name : unknown))
      return [...new Set(names)]
    },
  }
}
