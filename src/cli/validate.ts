import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Command } from 'commander'
import type { Contract } from '../contract/contract.ts'
import { print } from '../print.ts'
import { UserError } from '../user-error.ts'
import {
  describeFinding,
  describeTally,
  type Finding,
  type Tally,
  toFindings,
  total,
} from '../validate/exchange-report.ts'
import { UnusableHarError } from '../validate/har/read-entries.ts'
import { validateHar } from '../validate/har/validate-har.ts'
import { createLocator, mockBaseUrls } from '../validate/locate.ts'
import { NoContractError } from '../workspace/workspace.ts'
import { documentFlags, exchangeFlags, interfaces, parseHttpUrl } from './common-flags.ts'
import { defineCommand, flag, type ValuesOf } from './define-command.ts'
import { openInterfaces } from './open-words.ts'
import { createExchangeReport, json, report, streamBeside, withJson } from './report-flag.ts'

const flags = {
  baseUrl: flag('<interface=url>', 'address at which an interface was served; repeatable', {
    parse: parseBaseUrl,
    repeats: 'list',
    shownDefault: 'the address of the mock, and the servers of the document',
  }),
  ...exchangeFlags,
  ...documentFlags,
  report,
  json,
} as const

type ValidateFlags = ValuesOf<typeof flags>

export const command: Command = defineCommand('validate', {
  words: { '<file.har>': 'recorded exchanges; - is standard input', ...interfaces },
  flags,
  more: `A base URL may end before or after the path of the document's server: …/orders and …/orders/api are both right.

Exit codes: 0, every response keeps the contract; 1, one does not (or a request, with --fail-on-requests); 2, the file is unusable or
holds nothing to check.`,
  run: ([file = '', ...words], flags) => validate(file, words, flags),
})

function parseBaseUrl(text: string): { interface: string; url: URL } {
  const [name = '', ...rest] = text.split('=')
  return { interface: name, url: parseHttpUrl(rest.join('='), 'It is written <interface>=<url>.') }
}

async function validate(
  file: string,
  words: readonly string[],
  { baseUrl, report, json, failOnRequests, ...flags }: ValidateFlags,
): Promise<number> {
  const workspace = await openInterfaces(words, flags)
  const given = new Set(baseUrl.map((one) => one.interface))
  const others = workspace.interfaces.filter(({ name }) => !given.has(name))
  const files = withJson({ report, json })
  const reported = createExchangeReport('validate', files)
  const stream = streamBeside(files)
  try {
    const places = baseUrl.map(({ interface: name, url }) => ({ interface: workspace.find(name), url }))
    const locator = createLocator([...places, ...mockBaseUrls(others)], others)
    const onFinding = async (finding: Finding, { rules }: Contract) => {
      reported.add(toFindings(finding, rules, file))
      await print(`${describeFinding(finding, rules)}\n`, stream)
    }
    const tally = await validateHar(await open(file), { locator, onFinding })
    await print(describeTally(tally), stream)
    reported.write(tally)
    if (tally.checked === 0) throw new UserError(`${file}: no response in it could be checked${hint(tally)}`)
    return tally.violations + (failOnRequests ? tally.requests.violations : 0) > 0 ? 1 : 0
  } catch (error) {
    throw explain(error, file)
  }
}

async function open(file: string): Promise<AsyncIterable<Uint8Array>> {
  if (file === '-') return process.stdin
  if ((await stat(file)).isDirectory()) throw new UserError(`${file}: it is a folder, and a HAR is a file`)
  return createReadStream(file, { highWaterMark: 1024 * 1024 })
}

function hint({ responses, notInContract, skipped }: Tally): string {
  if (responses === 0) return ': it has no entries'
  return total(notInContract) + total(skipped) > 0 ? '; --base-url says where an interface was served' : ''
}

function explain(error: unknown, file: string): unknown {
  if (error instanceof UnusableHarError) return new UserError(`${file}: ${error.message}`)
  if (error instanceof NoContractError) return new UserError(`--base-url: ${error.message}`)
  return error
}
