import type { Contract } from '../../contract/contract.ts'
import { mediaTypesAt, type Operation } from '../../contract/operation.ts'
import { nodesBelow } from '../../contract/provenance.ts'

/** The words of an interface's document. They are never secrets, even in a request. */
export interface Vocabulary {
  /** A fixed segment of a path, a parameter's name, a media type, a member's name. In a template, a parameter stands in braces. */
  has(word: string): boolean
  /**
   * A request in words of the document: its path with the names of parameters in braces, and the names of its query parameters. Other words
   * are `…`.
   */
  describe(path: string, query: string, operation: Operation | undefined): { path: string; query: string[] }
}

const unknown = '…'

export function compileVocabulary(contract: Contract): Vocabulary {
  let known: ReturnType<typeof wordsOf> | undefined
  // Nobody may ever ask, and a start need not wait for it.
  const words = () => (known ??= wordsOf(contract))
  return {
    has: (word) => word === contract.prefix || Object.values(words()).some((some) => some.has(word)),
    describe: (path, query, operation) => {
      const { segments, parameters } = words()
      const shown = path.split('/').map((segment) => (segments.has(segment) ? segment : unknown))
      const names = Array.from(new URLSearchParams(query).keys(), (name) => (parameters.has(name) ? name : unknown))
      return { path: operation?.template ?? shown.join('/'), query: [...new Set(names)] }
    },
  }
}

function wordsOf({ document, operations }: Contract) {
  const all = [...operations.values()]
  const mediaTypes = all.flatMap(({ requestBody, responses }) => [
    ...requestBody.keys(),
    ...[...responses.values()].flatMap((response) => [...mediaTypesAt(document, response).keys()]),
  ])
  const parameters = all.flatMap((one) => one.parameters.filter(({ in: place }) => place === 'query'))
  return {
    segments: new Set(all.flatMap(({ template }) => template.split('/'))),
    parameters: new Set(parameters.map(({ name }) => name)),
    mediaTypes: new Set(mediaTypes),
    members: new Set([
      ...all.flatMap((one) => one.parameters.map(({ name }) => name)),
      ...[...nodesBelow(document, [document])].flatMap(({ properties }) => Object.keys(Object(properties))),
    ]),
  }
}
