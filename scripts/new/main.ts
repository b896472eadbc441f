import { parseArgs } from 'node:util'
import { generate } from '../../src/pipeline/generate/generate.ts'
import { addInterface } from '../../src/pipeline/new/add-interface.ts'
import { addImported } from '../../src/pipeline/new/import/add-imported.ts'
import { type NewInterface, readPlan } from '../../src/pipeline/new/plan.ts'
import { templateFiles } from '../../src/pipeline/new/template-files.ts'
import { runCommand, UserError } from '../../src/user-error.ts'
import { root } from '../../src/workspace/root.ts'

// npm run new -- <name> [--title <text>] [--prefix <letters>] [--source <file>] [--from <file>]

const usage =
  'npm run new -- parking [--title <text>] [--prefix <letters>] [--source <file> | --from <OpenAPI document>]'

await runCommand(async () => {
  const { from, ...wishes } = readArguments()
  const plan = readPlan(root, wishes)
  if (from !== undefined) {
    if (wishes.source !== undefined || wishes.title !== undefined) {
      throw new UserError('--from takes the title and the source from the document: leave out --title and --source.')
    }
    console.log(await addImported(root, plan, from))
    return
  }
  const source = plan.isNewSource ? plan.source : undefined
  await addInterface(root, { name: plan.name, files: templateFiles(plan), source }, () => generate(root, []))
  console.log(nextSteps(plan))
})

function nextSteps({ name, prefix, source }: NewInterface): string {
  return `Added ${name}, with one operation, its rule and its check. Edit next:

 1. ${source.file}: the text that the rules stand on
 2. specs/${name}/openapi.yaml and paths/: the title, the servers, the operations (form: specs/README.md)
 3. specs/${name}/schemas/, parameters/, responses/: what goes over the wire
 4. specs/${name}/examples/: one file per example; the mock answers with them and starts with them
 5. specs/${name}/rules.yaml: one ${prefix}-… rule per fact of the source, one gap per thing that it does not show
 6. src/interfaces/${name}/behaviour.ts: what the mock does for each operation
 7. src/interfaces/${name}/checks.ts: the check of each rule, with the ways to break the rule
 8. src/interfaces/${name}/client.ts and docs/guides/${name}.md: what callers import and read
 9. npm run generate && npm run test:interface -- ${name}: the lint, the checks, and a proof that each check can fail
10. npm run dev -- ${name}: the mock at http://127.0.0.1:4010/${name}, with every edit of specs/`
}

function readArguments() {
  try {
    const options = {
      title: { type: 'string' },
      prefix: { type: 'string' },
      source: { type: 'string' },
      from: { type: 'string' },
    } as const
    const { positionals, values } = parseArgs({ options, allowPositionals: true })
    const [name] = positionals
    if (name === undefined || positionals.length > 1) throw new Error(`Give one name: ${usage}`)
    return { name, ...values }
  } catch (error) {
    throw new UserError((error as Error).message)
  }
}
