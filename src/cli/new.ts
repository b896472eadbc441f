import type { Command } from 'commander'
import { type NewInterface, planInterface } from '../pipeline/new/new-interface.ts'
import { findWorkspace } from '../workspace/find-root.ts'
import { defineCommand, flag } from './define-command.ts'

export const command: Command = defineCommand('new', {
  words: { '<name>': 'name such as parking' },
  flags: {
    title: flag('<text>', 'title of the document'),
    prefix: flag('<letters>', 'start of the IDs of its rules'),
  },
  more: 'Exit codes: 0, the interface is added; 2, it is not.',
  run: ([name = ''], flags) => add({ name, ...flags }),
})

async function add(wishes: Parameters<typeof planInterface>[1]): Promise<void> {
  const root = findWorkspace()
  const plan = planInterface(root, wishes)
  const { addInterface } = await import('../pipeline/new/add-interface.ts')
  await addInterface(root, plan, async () => {
    if (plan.hasSpecFolders) await (await import('../pipeline/generate/generate.ts')).generate(root)
    else await (await import('../workspace/open-workspace.ts')).openWorkspace({ words: [wishes.name], from: root })
  })
  console.log(nextSteps(plan))
}

function nextSteps({ name, prefix, source, hasSpecFolders }: NewInterface): string {
  const code = `src/interfaces/${name}`
  const ts = hasSpecFolders ? 'ts' : 'mts'
  const form = hasSpecFolders ? ' (form: specs/README.md)' : ''
  const steps = [
    `${source.file}: the text that the rules stand on`,
    `specs/${name}/openapi.yaml and paths/: the title, the servers, the operations${form}`,
    `specs/${name}/schemas/, parameters/, responses/: what goes over the wire`,
    `specs/${name}/examples/: one file per example; the mock answers with them and starts with them`,
    `specs/${name}/rules.yaml: one ${prefix}-… rule per fact of the source, one gap per thing that it does not show`,
    `${code}/behaviour.${ts}: what the mock does for each operation`,
    `${code}/checks.${ts}: the check of each rule, with the ways to break the rule`,
    ...(hasSpecFolders
      ? [
          `${code}/client.ts, docs/guides/${name}.md and docs/guides/clients/${name}.md: what callers import and read; a row in README.md, scripts/package/readme.md and docs/guides/clients/index.md`,
          `npm run generate && npm run test:interface -- ${name}: the lint, the checks, and a proof that each check can fail`,
          `npm run dev -- ${name}: the mock at http://127.0.0.1:4010/${name}, with every edit of specs/`,
        ]
      : [
          `rulebound generate ${name}: the types that the code imports`,
          `rulebound lint ${name} && rulebound verify prove ${name}: the lint, the checks, and a proof that each check can fail`,
          `rulebound dev ${name}: the mock at http://127.0.0.1:4010/${name}, with every edit`,
        ]),
  ]
  const lines = steps.map((step, index) => `${String(index + 1).padStart(2)}. ${step}`)
  return `Added ${name}, with one operation, its rule and its check. Edit next:\n\n${lines.join('\n')}`
}
