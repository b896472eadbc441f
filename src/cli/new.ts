import type { Command } from 'commander'
import { addInterface, nextSteps, planInterface } from '../pipeline/new/new.ts'
import { openFolder } from '../workspace/entries.ts'
import { findWorkspace } from '../workspace/find-root.ts'
import { openWorkspace } from '../workspace/open-workspace.ts'
import { defineCommand, flag } from './define-command.ts'

export const command: Command = defineCommand('new', {
  words: { '<name>': 'name such as parking' },
  flags: {
    title: flag('<text>', 'title of the document'),
    prefix: flag('<letters>', 'start of the IDs of its rules'),
  },
  more: 'Exit codes: 0, the interface is added; 2, it is not.',
  async run([name = ''], flags) {
    const folder = openFolder(findWorkspace())
    const isOfFolders = folder.catalogueSchema !== undefined
    const plan = planInterface(folder, { name, ...flags })
    await addInterface(folder, plan, async () => {
      if (isOfFolders) await (await import('../pipeline/generate/generate.ts')).generate(folder.base)
      else await openWorkspace({ words: [name], from: folder.base })
    })
    console.log(nextSteps(plan, isOfFolders))
  },
})
