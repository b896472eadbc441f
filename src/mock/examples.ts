import type { Examples } from '../behaviour/definition.ts'
import type { RuntimeInterface } from '../contract/runtime.ts'

/** Looks up the named examples of an interface's answers. */
export function examplesOf({ name, operations }: RuntimeInterface): Examples {
  return {
    of(id, status) {
      const operation = operations.find((candidate) => candidate.id === id)
      const response = operation?.http.responses.find(({ code }) => code === String(status))
      if (!response) throw new Error(`${name} documents no answer ${status} of ${id}`)
      const examples = response.contents?.flatMap((content) => content.examples ?? []) ?? []
      return examples.flatMap((example) => ('value' in example ? [example.value] : []))
    },
  }
}
