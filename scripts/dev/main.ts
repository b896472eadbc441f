import { parseArgs } from 'node:util'
import { describeMock } from '../../src/cli/describe-mock.ts'
import { explain } from '../../src/cli/start-failure.ts'
import { stopOnSignal } from '../../src/cli/stop-on-signal.ts'
import { createDocs } from '../../src/docs/docs.ts'
import { startMock } from '../../src/mock/start-mock.ts'
import { startDevSession } from '../../src/pipeline/dev/session.ts'
import { generate } from '../../src/pipeline/generate/generate.ts'
import { createRenderer } from '../../src/pipeline/generate/renderer.ts'
import { runCommand, UserError } from '../../src/user-error.ts'
import { root } from '../../src/workspace/root.ts'

// npm run dev [-- <interface>… --port <number> --host <address>]

await runCommand(async () => {
  const { positionals, port, host } = readArguments()
  const renderer = createRenderer()
  const print = (text: string) => console.log(text)
  await generate(root, [], renderer).catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error
    print(`${error.message}\ngenerated/ stays as it was.`)
  })
  const mock = await startMock({ interfaces: positionals, port, host, fallback: createDocs() }).catch(
    async (error: unknown) => {
      await renderer.close()
      throw explain(error, { host, port })
    },
  )
  const session = await startDevSession({ base: root, mock, servesNew: positionals.length === 0, renderer, print })
  print(`${describeMock(mock)}\nWatching specs/ and redocly.yaml.`)

  stopOnSignal(async () => {
    await session.close()
    await Promise.all([mock.close(), renderer.close()])
  })
})

function readArguments(): { positionals: string[]; port: number; host: string } {
  const options = {
    port: { type: 'string', short: 'p', default: '4010' },
    host: { type: 'string', default: '127.0.0.1' },
  } as const
  try {
    const { positionals, values } = parseArgs({ options, allowPositionals: true })
    const port = Number(values.port)
    if (!Number.isInteger(port) || port < 0 || port > 65535)
      throw new Error('A port is a whole number from 0 to 65535.')
    return { positionals, port, host: values.host }
  } catch (error) {
    throw new UserError((error as Error).message)
  }
}
