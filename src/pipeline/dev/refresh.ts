import { UserError } from '../../user-error.ts'
import { type Diagnostic, report } from '../specs/diagnostic.ts'

/** The parts of a refresh. */
export interface RefreshSteps {
  lint(name: string): Promise<Diagnostic[]>
  generate(name: string): Promise<unknown>
  /** Loads the generated files into the mock; undefined if the mock does not serve the interface. */
  reload: ((name: string) => Promise<void>) | undefined
  print(text: string): void
}

/** Lints, generates and reloads an interface after an edit. Shows a fault, and then leaves the files and the mock as they are. */
export async function refresh(name: string, steps: RefreshSteps): Promise<void> {
  const { reload, print } = steps
  const started = performance.now()
  const fault = await run(name, steps)
  const elapsed = `${Math.round(performance.now() - started)} ms`
  if (fault === undefined) print(`${name}: linted, generated${reload ? ', reloaded' : ''} in ${elapsed}`)
  else print(`${fault}\n${name}: not in order${reload ? ', the mock serves what it had' : ''} (${elapsed})`)
}

async function run(name: string, { lint, generate, reload, print }: RefreshSteps): Promise<string | undefined> {
  try {
    const diagnostics = await lint(name)
    if (diagnostics.some(({ severity }) => severity === 'error')) return report(diagnostics)
    if (diagnostics.length > 0) print(report(diagnostics))
    await generate(name)
    await reload?.(name)
    return undefined
  } catch (error) {
    if (error instanceof UserError) return error.message
    // A bug of this tool, or a file that an editor is replacing. The next edit tries again.
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}
