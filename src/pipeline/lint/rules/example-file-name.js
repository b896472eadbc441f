// @ts-check
import { basename } from 'node:path'
import { originOf } from './origin.js'

/**
 * An example of a body is a file in examples/, and its name is that of the file. The name that a caller sends to the mock is then
 * the file that a reader opens.
 *
 * @type {import('@stoplight/spectral-core').RulesetFunction}
 */
export default function exampleFileName(_example, _options, context) {
  const name = String(context.path.at(-1))
  const { file, folder, wholeFile } = originOf(context, context.path)
  if (folder === 'examples' && wholeFile && basename(file, '.yaml') === name) return
  return [{ message: `Example \`${name}\` must be a reference to the file examples/${name}.yaml.` }]
}
