import type { InterfaceSlice } from '../behaviour/definition.ts'

/** What is left of an interface that answers from its examples: the words of its refusals. Whether credentials are there, Prism sees. */
export function examplesOnly({
  credentials,
  renderProblem,
  ignoresContentType = false,
}: InterfaceSlice): InterfaceSlice {
  return { credentials, renderProblem, ignoresContentType, behaviours: {} }
}
