import { UserError } from '../../user-error.ts'
import type { InterfaceEntry } from '../../workspace/entries.ts'

/**
 * Turns an error that a library threw into lines that say where to mend the sources. Libraries name a broken file or reference
 * incompletely, or twice, and the lint knows the position of each node.
 *
 * @returns a handler of rejections, which always throws a `UserError`
 */
export function explainFault({ name, document }: InterfaceEntry, base: string): (error: unknown) => Promise<never> {
  return async (error) => {
    const { lintInterface } = await import('../lint/lint.ts')
    const { readLintContext } = await import('../lint/lint-context.ts')
    const found = await readLintContext(base)
      .then((context) => lintInterface(name, context))
      // If the lint cannot run either, the message of the library has to do.
      .catch(() => [])
    const lines = found
      .filter(({ severity }) => severity === 'error')
      .map(({ file, line, column, message }) => `${file}:${line}:${column}  ${message}`)
    const plain = (error as Error).message.replaceAll(/\s+/g, ' ')
    const text = lines.length > 0 ? lines.join('\n') : `${document}  ${plain}`
    throw new UserError(text.replaceAll(base, ''), { cause: error })
  }
}
