import type { Examples } from '../behaviour/definition.ts'
import type { Contract } from '../contract/contract.ts'
import { madeUp } from '../contract/schema/make-sample.ts'

/** Looks up the named examples of an interface's answers. */
export function examplesOf({ name, operations }: Contract): Examples {
  return {
    of(id, status) {
      const response = operations.get(id)?.shownResponses.find(({ code }) => code === String(status))
      if (!response) throw new Error(`${name} documents no answer ${status} of ${id}`)
      const examples = response.contents.flatMap((content) => content.examples)
      return examples.flatMap(({ key, value }) => (key === madeUp ? [] : [value]))
    },
  }
}
