import { execFile } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './workspace/root.ts'

/** A program of a guide. */
export interface Program {
  page: string
  /** Line of the page on which it starts. */
  line: number
  /** `orders-10` */
  name: string
  /** The test runner of the program; empty for plain Node. */
  runner: string
  code: string
  /** The output that the page shows; empty if it shows none. */
  printed: string
}

export function readPrograms(pages: string | string[]): Program[] {
  return globSync(pages, { cwd: root })
    .sort()
    .flatMap((page) => {
      const text = readFileSync(join(root, page), 'utf8')
      return [...text.matchAll(/^```ts ?(\w*)\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```$)?/gm)].map(
        ({ index, 1: runner = '', 2: code = '', 3: printed = '' }) => {
          const line = text.slice(0, index).split('\n').length
          return { page, line, name: `${basename(page, '.md')}-${line}`, runner, code, printed }
        },
      )
    })
}

/**
 * Returns what the type checker says of programs; empty for good ones.
 *
 * @param below folder of the repository whose packages the programs import
 */
export async function typeCheckPrograms(programs: readonly Program[], below = '.'): Promise<string> {
  const cache = join(root, below, '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'guide-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/rulebound'))
  for (const { name, code } of programs) writeFileSync(join(folder, `${name}.ts`), code)
  const compilerOptions = { incremental: false, tsBuildInfoFile: null }
  const config = { extends: join(root, 'tsconfig.json'), include: ['*.ts'], compilerOptions }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const words = [join(root, 'node_modules/typescript-7/bin/tsc'), '--project', folder]
  const { stdout } = await promisify(execFile)(process.execPath, words).catch((error: { stdout: string }) => error)
  rmSync(folder, { recursive: true })
  return stdout
}
