import { parseArgs } from 'node:util'
import { runCommand, UserError } from '../../src/cli/user-error.ts'
import { generate } from '../generate/generate.ts'
import { root } from '../specs/interfaces.ts'
import { addInterface } from './add-interface.ts'
import { readPlan } from './plan.ts'

// npm run new -- <name> [--title <text>] [--prefix <letters>] [--source <file>]

await runCommand(async () => {
  const plan = readPlan(root, readArguments())
  await addInterface(root, plan, () => generate(root, []))
  const { name, prefix, source } = plan
  console.log(`Added ${name}, with one operation, its rule and its check. Edit next:

 1. ${source}: the text that the rules stand on
 2. specs/${name}/openapi.yaml and paths/: the title, the servers, the operations (form: specs/README.md)
 3. specs/${name}/schemas/, parameters/, responses/: what goes over the wire
 4. specs/${name}/examples/: one file per example; the mock answers with them and starts with them
 5. specs/${name}/rules.yaml: one ${prefix}-… rule per fact of the source, one gap per thing that it does not show
 6. src/interfaces/${name}/behaviour.ts: what the mock does for each operation
 7. src/interfaces/${name}/checks.ts: the check of each rule, with the ways to break the rule
 8. src/interfaces/${name}/client.ts and docs/guides/${name}.md: what callers import and read
 9. npm run generate && npm run test:interface -- ${name}: the lint, the checks, and a proof that each check can fail
10. npm run dev -- ${name}: the mock at http://127.0.0.1:4010/${name}, with every edit of specs/`)
})

function readArguments(): Parameters<typeof readPlan>[1] {
  try {
    const options = { title: { type: 'string' }, prefix: { type: 'string' }, source: { type: 'string' } } as const
    const { positionals, values } = parseArgs({ options, allowPositionals: true })
    const [name] = positionals
    if (name === undefined || positionals.length > 1) {
      throw new Error('Give one name: npm run new -- parking [--title <text>] [--prefix <letters>] [--source <file>]')
    }
    return { name, ...values }
  } catch (error) {
    throw new UserError((error as Error).message)
  }
}
