import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../src/workspace/root.ts'

/** `prism mock` on one bundle, started again whenever a request ends its process. */
export interface PlainPrism {
  origin: string
  /** How often a request has ended the process. */
  deaths(): number
  close(): void
}

const command = join(root, 'node_modules/@stoplight/prism-cli/dist/index.js')

export async function startPlainPrism(name: string): Promise<PlainPrism> {
  let child: ChildProcess
  let deaths = 0
  let closing = false
  const start = (port: string) =>
    new Promise<string>((resolve, reject) => {
      child = spawn(process.execPath, [command, 'mock', join(root, `generated/${name}/openapi.yaml`), '--port', port])
      let printed = ''
      const read = (chunk: Buffer) => {
        printed += chunk
        const found = /listening on (http:\/\/\S+:\d+)/.exec(printed)?.[1]
        if (found) resolve(found)
      }
      child.stdout?.on('data', read)
      child.stderr?.on('data', read)
      child.on('close', () => {
        if (closing) return
        deaths += 1
        reject(new Error(`prism mock ended: ${printed.slice(-500)}`))
        void start(new URL(origin).port).catch(() => {})
      })
    })
  let origin = 'http://127.0.0.1:0'
  origin = await start('0')
  return {
    origin,
    deaths: () => deaths,
    close() {
      closing = true
      child.kill()
    },
  }
}
