import { isObject } from '../../contract/json-pointer.ts'
import { rulesOf } from '../../contract/provenance.ts'
import type { Citations } from '../../contract/runtime.ts'
import type { OpenApiDocument } from './bundle.ts'
import { dereference } from './dereference.ts'

/** What a document cites at the responses and the parameters of an operation; without the member when it cites nothing there. */
export function citationsOf(
  document: OpenApiDocument,
  parameters: readonly unknown[],
  responses: Readonly<Record<string, unknown>> = {},
): { cited?: Citations } {
  const cited: Citations = { responses: {}, parameters: {} }
  for (const [code, response] of Object.entries(responses)) {
    const node = dereference(document, response)
    const [rules, gaps] = [rulesOf(node), gapsOf(node)]
    if (rules.length + gaps.length > 0) cited.responses[code] = { rules, gaps }
  }
  for (const parameter of parameters) {
    const node = dereference(document, parameter) as { in: string; name: string }
    const rules = rulesOf(node)
    if (rules.length > 0) cited.parameters[`${node.in}.${node.name}`] = rules
    if (isAssumed(node)) cited.assumed = { ...cited.assumed, [`${node.in}.${node.name}`]: gapsOf(node) }
  }
  const isEmpty = Object.values(cited).every((part) => Object.keys(part).length === 0)
  return isEmpty ? {} : { cited }
}

/** The gaps of an assumption. A gap on a documented node does not matter here, since it only leaves something open. */
function gapsOf(node: unknown): string[] {
  const gaps = isObject(node) && isAssumed(node) ? node['x-gaps'] : undefined
  return Array.isArray(gaps) ? gaps.map(String) : []
}

function isAssumed(node: object): boolean {
  return 'x-assumption' in node
}
