import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '../../src/start-process.fixture.ts'
import { root } from '../../src/workspace/root.ts'

export interface Verified {
  code: number | null
  /** IDs of rules by their result. */
  rules: Partial<Record<string, string[]>>
  output: string
}

/** What a run may do. Probes tell the same faults in more places. */
const careful = ['--allow', 'reversible', '--no-probe', '--settle', '0']

/** Runs `rulebound verify` for a document, with a credential for each of its security schemes. */
export async function verify(
  document: string,
  baseUrl: string,
  credential: string,
  options = careful,
): Promise<Verified> {
  const folder = mkdtempSync(join(tmpdir(), 'rulebound-verify-'))
  const report = join(folder, 'report.json')
  const { components = {}, securityDefinitions = {} } = JSON.parse(readFileSync(document, 'utf8'))
  const schemes = { ...securityDefinitions, ...components.securitySchemes }
  const usable = Object.keys(schemes).filter((name) => schemes[name].type !== 'mutualTLS')
  const { code, stdout, stderr } = await startProcess(
    [
      ...[process.execPath, join(root, 'src/cli/rulebound.ts'), 'verify', document, '--base-url', baseUrl],
      ...[...options, '--report', `json=${report}`],
      ...usable.flatMap((name) => ['--credential', `${name}=env:API_TOKEN`]),
    ],
    { cwd: folder, env: { ...process.env, API_TOKEN: credential } },
  ).ended
  const output = stdout + stderr
  if (!output.includes(' rules on ')) throw new Error(output)
  const written = readFileSync(report, 'utf8')
  rmSync(folder, { recursive: true })
  const results: { rule: { id: string }; result: string }[] = JSON.parse(written).results
  const rules = Map.groupBy(results, ({ result }) => result)
  return {
    code,
    rules: Object.fromEntries([...rules].map(([result, all]) => [result, all.map(({ rule }) => rule.id)])),
    output,
  }
}
