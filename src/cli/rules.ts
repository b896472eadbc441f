import { Command } from 'commander'
import { runCommand } from '../user-error.ts'
import { openWords } from './open-words.ts'

export const command: Command = new Command('rules')
  .argument('[interface...]', 'names such as orders, or OpenAPI documents such as ./openapi.yaml (default: all)')
  .option('--json', 'print a list of objects, for programs', false)
  .addHelpText('after', '\nExit codes: 0, the rules are listed; 2, there is no such interface or document.')
  .action((words: string[], { json }: { json: boolean }) => runCommand(() => list(words, json)))

async function list(words: string[], json: boolean): Promise<void> {
  const { names } = await openWords(words)
  const { describeRules, listRules } = await import('../pipeline/rules/list-rules.ts')
  const rules = await listRules(names)
  console.log(json ? JSON.stringify(rules, null, 2) : describeRules(rules))
}
