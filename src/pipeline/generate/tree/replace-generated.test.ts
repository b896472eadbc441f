import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../temporary-folder.fixture.ts'
import { type GeneratedTree, readTree } from './generated-tree.ts'
import { recoverGenerated, replaceGenerated } from './replace-generated.ts'

async function emptyBase(): Promise<string> {
  const base = temporaryFolder()
  return `${base}/`
}

function treeOf(content: string, files = 40): GeneratedTree {
  return new Map(
    Array.from({ length: files }, (_, index) => [`unit-${index % 8}/file-${index}`, content.repeat(10_000)]),
  )
}

const [old, next] = [treeOf('old '), treeOf('next ')]
const contentOf = (base: string) => readTree(join(base, 'generated'))
const leftovers = async (base: string) =>
  existsSync(join(base, '.cache/generate')) ? await readdir(join(base, '.cache/generate')) : []

it('replaces the whole folder, what is too many included, and leaves nothing beside it', async () => {
  const base = await emptyBase()
  await replaceGenerated(base, old)
  await writeFile(join(base, 'generated/too-many'), '')
  await replaceGenerated(base, next)
  expect(contentOf(base)).toEqual(next)
  expect(await leftovers(base)).toEqual([])
})

/** A process that replaces one tree by the other, again and again. */
async function startSwapping(base: string, files = 40): Promise<{ child: ChildProcess; exited: Promise<unknown[]> }> {
  const module = JSON.stringify(new URL('replace-generated.ts', import.meta.url))
  const program = `
    import { replaceGenerated } from ${module}
    const treeOf = ${treeOf}
    const trees = [treeOf('old ', ${files}), treeOf('next ', ${files})]
    console.log('swapping')
    for (let turn = 0; ; turn++) await replaceGenerated(${JSON.stringify(base)}, trees[turn % 2])`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  if (child.stdout) await once(child.stdout, 'data')
  return { child, exited }
}

/** Milliseconds after which a process is stopped. One swap takes a few. */
const moments = [3, 8, 13, 21, 34, 55]

it.for(moments)('stopped with Ctrl-C after %d ms, it leaves one whole tree and nothing beside it', async (moment) => {
  const base = await emptyBase()
  await replaceGenerated(base, old)
  const { child, exited } = await startSwapping(base)
  setTimeout(() => child.kill('SIGINT'), moment)
  expect(await exited).toEqual([null, 'SIGINT'])
  expect([old, next]).toContainEqual(contentOf(base))
  expect(await leftovers(base)).toEqual([])
})

it.for(moments)('killed after %d ms, it leaves one whole tree or none, and the next run mends that', async (moment) => {
  const base = await emptyBase()
  await replaceGenerated(base, old)
  const { child, exited } = await startSwapping(base)
  setTimeout(() => child.kill('SIGKILL'), moment)
  await exited
  if (existsSync(join(base, 'generated'))) expect([old, next]).toContainEqual(contentOf(base))
  recoverGenerated(base)
  expect([old, next]).toContainEqual(contentOf(base))
  expect(await leftovers(base)).toEqual([])
})

it('processes at the same time leave one whole tree', async () => {
  const base = await emptyBase()
  await replaceGenerated(base, treeOf('old ', 1))
  // Trees of one file, so that the processes spend their time on swaps and collide.
  const runs = await Promise.all([1, 2, 3].map(() => startSwapping(base, 1)))
  setTimeout(() => {
    for (const { child } of runs) child.kill('SIGINT')
  }, 1000)
  expect(await Promise.all(runs.map(({ exited }) => exited))).toEqual(runs.map(() => [null, 'SIGINT']))
  expect([treeOf('old ', 1), treeOf('next ', 1)]).toContainEqual(contentOf(base))
  expect(await leftovers(base)).toEqual([])
})

/** The id of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(child, 'exit')
  return child.pid ?? 0
}

it('brings the old tree back when a run was killed between the two renames', async () => {
  const base = await emptyBase()
  await replaceGenerated(base, old)
  const staging = join(base, `.cache/generate/staging-${await deadPid()}`)
  await mkdir(join(staging, 'next'), { recursive: true })
  await rename(join(base, 'generated'), join(staging, 'old'))
  recoverGenerated(base)
  expect(contentOf(base)).toEqual(old)
  expect(await leftovers(base)).toEqual([])
})

it('leaves the staging folder of a run that is under way, but not for longer than any run takes', async () => {
  const base = await emptyBase()
  const name = `staging-${process.ppid}`
  const staging = join(base, '.cache/generate', name)
  await mkdir(staging, { recursive: true })
  recoverGenerated(base)
  expect(await leftovers(base)).toEqual([name])
  const longAgo = new Date(Date.now() - 120_000)
  await utimes(staging, longAgo, longAgo)
  recoverGenerated(base)
  expect(await leftovers(base)).toEqual([])
})
