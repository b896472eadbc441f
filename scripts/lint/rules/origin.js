// @ts-check
import { basename, dirname } from 'node:path'

/**
 * Where a node of the resolved document is written: the file, its folder's name and whether the node is the whole file,
 * which is how a reference to a component shows in these documents.
 *
 * @param {import('@stoplight/spectral-core').RulesetFunctionContext} context
 * @param {import('@stoplight/types').JsonPath} path
 * @returns {{ file: string, folder: string, wholeFile: boolean }}
 */
export function originOf(context, path) {
  const item = context.documentInventory.findAssociatedItemForPath(path, true)
  const file = item?.document.source ?? ''
  return { file, folder: basename(dirname(file)), wholeFile: item?.path.length === 0 }
}

/**
 * The folder of the document under lint: the name of its interface.
 *
 * @param {import('@stoplight/spectral-core').RulesetFunctionContext} context
 */
export function interfaceOf(context) {
  return basename(dirname(context.document.source ?? ''))
}
