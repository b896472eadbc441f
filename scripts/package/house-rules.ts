import { readFileSync } from 'node:fs'
import { build } from 'esbuild'
import { parse } from 'yaml'
import { root } from '../../src/workspace/root.ts'

/** What `rulebound/spectral` exports, from the root of the package. */
export const houseRulesFile = 'src/pipeline/lint/house-rules.js'

export const houseRulesTypes = `/**
 * The house rules for OpenAPI documents, as a ruleset of Spectral: \`extends: rulebound/spectral\` in \`.spectral.yaml\` turns all of them on,
 * and \`extends: [[rulebound/spectral, off]]\` lets the file choose.
 */
declare const ruleset: object
export default ruleset
`

/**
 * `.spectral.yaml` as one module. Spectral bundles the rulesets that it loads, so this one may read no file and needs no package that does not
 * come with Spectral.
 */
export async function bundleHouseRules(): Promise<string> {
  const { rules, aliases, functions } = parse(readFileSync(`${root}.spectral.yaml`, 'utf8'))
  const own = functions.map((name: string) => `import f${functions.indexOf(name)} from './rules/${name}.js'`)
  const contents = `import * as given from '@stoplight/spectral-functions'
import { oas } from '@stoplight/spectral-rulesets'
${own.join('\n')}
const functions = { ...given, ${functions.map((name: string, index: number) => `'${name}': f${index}`)} }
const rules = ${JSON.stringify(rules)}
for (const rule of Object.values(rules)) if (rule.then) rule.then.function = functions[rule.then.function]
export default { extends: [[oas, 'recommended']], aliases: ${JSON.stringify(aliases)}, rules }`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: `${root}src/pipeline/lint` },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'es2021',
    minifyWhitespace: true,
    legalComments: 'none',
    external: ['@stoplight/*'],
  })
  return outputFiles[0]?.text ?? ''
}
