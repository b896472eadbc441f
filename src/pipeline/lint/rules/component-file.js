// @ts-check
import { basename } from 'node:path'
import { originOf } from './origin.js'

/**
 * A component is a reference to a whole file of a folder, so that it is described once; `named` if the file has its name. The name of an
 * example that a caller sends to the mock is then the file that a reader opens.
 *
 * @type {import('@stoplight/spectral-core').RulesetFunction<unknown, { folder: string, named?: boolean }>}
 */
export default function componentFile(_component, options, context) {
  const name = String(context.path.at(-1))
  const { file, folder, wholeFile } = originOf(context, context.path)
  const isNamed = options.named !== true || basename(file, '.yaml') === name
  if (folder === options.folder && wholeFile && isNamed) return
  const wanted = options.named ? `the file ${options.folder}/${name}.yaml` : `a file of ${options.folder}/`
  return [{ message: `\`${name}\` must be a reference to ${wanted}.` }]
}
