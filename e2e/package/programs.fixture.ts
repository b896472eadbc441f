import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../../src/workspace/root.ts'

/** A program of a guide. */
export interface Program {
  page: string
  /** Line of the page on which it starts. */
  line: number
  /** `orders-10` */
  name: string
  code: string
  /** The output that the page shows. */
  printed: string
}

/** The programs of pages that show their output. */
export function readPrograms(pages: string[]): Program[] {
  return globSync(pages, { cwd: root }).flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8')
    return [...text.matchAll(/^```ts\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm)].map(
      ({ index, 1: code = '', 2: printed = '' }) => {
        const line = text.slice(0, index).split('\n').length
        return { page, line, name: `${basename(page, '.md')}-${line}`, code, printed }
      },
    )
  })
}
