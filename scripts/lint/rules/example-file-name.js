// @ts-check
import { basename } from 'node:path'
import { originOf } from './origin.js'

/**
 * An example of a body is a file in examples/ and is called as its file is: the name that a caller asks the mock for is
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
