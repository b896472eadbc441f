// @ts-check
import { interfaceOf } from './origin.js'

/**
 * The first server of a document, path item or operation is its address in the mock: below the interface's name, unless `mounts`
 * gives another name.
 *
 * @type {import('@stoplight/spectral-core').RulesetFunction<unknown, { mounts: Record<string, string> }>}
 */
export default function mockServer(node, { mounts }, context) {
  const url = Object(node).servers?.[0]?.url
  if (typeof url !== 'string') return
  const name = interfaceOf(context)
  const mount = `http://127.0.0.1:4010/${mounts[name] ?? name}`
  if (url === mount || url.startsWith(`${mount}/`)) return
  return [
    {
      message: `The first server must be ${mount} or below it: the mock serves the interface there.`,
      path: [...context.path, 'servers', 0, 'url'],
    },
  ]
}
