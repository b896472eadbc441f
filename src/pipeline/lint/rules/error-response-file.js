// @ts-check
import { STATUS_CODES } from 'node:http'
import { originOf } from './origin.js'

/**
 * Every 4xx and 5xx response is a reference to a file in responses/, so that each error is described once.
 *
 * @type {import('@stoplight/spectral-core').RulesetFunction}
 */
export default function errorResponseFile(_response, _options, context) {
  const status = String(context.path.at(-1))
  if (!/^[45]/.test(status)) return
  const { folder, wholeFile } = originOf(context, context.path)
  if (folder === 'responses' && wholeFile) return
  const name = STATUS_CODES[status]?.replaceAll(/[^A-Za-z]/g, '') ?? 'Name'
  return [{ message: `Response ${status} must be a reference, such as \`$ref: ../responses/${name}.yaml\`.` }]
}
