import type { InterfaceDefinition } from '../behaviour/definition.ts'

/** What is left of an interface that answers from its examples: the words of its refusals. Whether credentials are there, Prism sees. */
export function examplesOnly({
  credentials,
  renderRefusal,
  ignoresContentType = false,
}: InterfaceDefinition): InterfaceDefinition {
  return { credentials, renderRefusal, ignoresContentType, behaviours: {} }
}
