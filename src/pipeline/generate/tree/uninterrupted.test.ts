import { once } from 'node:events'
import { expect, it } from 'vitest'
import { startProcess } from '../../../start-process.fixture.ts'

const module = JSON.stringify(new URL('uninterrupted.ts', import.meta.url))

/** Runs a program that can call `uninterrupted`, and interrupts it some milliseconds after its first output. */
async function interrupted(program: string, delay = 0): Promise<{ exit: unknown[]; said: string }> {
  const words = ['--input-type=module', '--eval', `import { uninterrupted } from ${module}\n${program}`]
  const started = startProcess([process.execPath, ...words])
  await once(started.process.stdout ?? started.process, 'data')
  setTimeout(() => started.process.kill('SIGINT'), delay)
  const { stdout, code } = await started.ended
  return { exit: [code, started.process.signalCode], said: stdout }
}

/** The actions do nothing, so most signals come between two of them. */
it.for([3, 5, 7, 11, 13, 17, 19, 23])('no signal is lost between one action and the next (%d ms)', async (delay) => {
  const program = `
    console.log('started')
    for (;;) await uninterrupted(() => {})`
  const { exit } = await interrupted(program, delay)
  expect(exit).toEqual([null, 'SIGINT'])
})

it('an action ends before the signal takes effect, and nothing comes after it', async () => {
  const { exit, said } = await interrupted(`
    await uninterrupted(() => {
      console.log('started')
      for (const end = Date.now() + 500; Date.now() < end; );
      console.log('ended')
    })
    console.log('never')`)
  expect(exit).toEqual([null, 'SIGINT'])
  expect(said).toBe('started\nended\n')
})

it('a process that has been through it is stopped as any other', async () => {
  const { exit } = await interrupted(`
    await uninterrupted(() => {})
    console.log('waiting')
    setInterval(() => {}, 1000)`)
  expect(exit).toEqual([null, 'SIGINT'])
})

it('whoever listens to the signal as well decides what becomes of it', async () => {
  const { exit, said } = await interrupted(`
    process.once('SIGINT', () => { console.log('heard'); setTimeout(() => process.exit(7), 50) })
    await uninterrupted(() => {})
    console.log('waiting')
    setInterval(() => {}, 1000)`)
  expect(exit).toEqual([7, null])
  expect(said).toBe('waiting\nheard\n')
})
