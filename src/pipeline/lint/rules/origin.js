// @ts-check
import { basename, dirname } from 'node:path'

/**
 * The file that a node of the resolved document comes from, the name of its folder, and whether the node is the whole file. In these
 * documents, a node is the whole file if it is a referenced component.
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
 * The folder of the linted document, which is the name of its interface.
 *
 * @param {import('@stoplight/spectral-core').RulesetFunctionContext} context
 */
export function interfaceOf(context) {
  return basename(dirname(context.document.source ?? ''))
}
