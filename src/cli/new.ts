import type { Command } from 'commander'
import { nextSteps, planInterface } from '../pipeline/new/new-interface.ts'
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
