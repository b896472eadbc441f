import type { Answer } from '../../../../behaviour/definition.ts'
import type { AttemptInput } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import {
  acceptsRefused,
  changesAnswer,
  changesQuery,
  ignoresQuery,
  on,
  type Sabotage,
  turnsStatus,
  when,
} from '../../../../check/sabotage.ts'
import { assertServed, assumeRefused, type Checks, type Context, type Head } from '../context.ts'
import { assureProfiles, goroutine } from '../endpoints.ts'

export const every = ['getPprofCmdline', 'getPprofProfile', 'getPprofTrace', 'getPprofNamed'] as const

/** Calls one of the four operations; a recording is as short as possible. */
export function askProfile(t: Context, operation: (typeof every)[number], { query, ...input }: AttemptInput = {}) {
  return t.overTime(t.attempt(operation, { ...goroutine, query: { seconds: 1, ...query }, ...input }))
}

async function goroutines(t: Context, query: { debug?: 0 | 1 | 2 }) {
  await assureProfiles(t)
  const reply = await t.call('getPprofNamed', { ...goroutine, query })
  assertServed(t, reply, `the goroutine profile with ${JSON.stringify(query)}`)
  return reply
}

async function heapOf(t: Context, debug: 1 | 2): Promise<string> {
  return (await t.call('getPprofNamed', { path: { profile: 'heap' }, query: { debug } })).text
}

/** Bytes that are not text leave their marks when they are read as text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: to find them is what it is for
const isBinary = (text: string) => /[\u0000-\u0008\uFFFD]/.test(text)

/** Counts and addresses differ between two profiles of one form. */
const withoutNumbers = (text: string) => text.replaceAll(/\b(?:0x)?[\da-f]*\d[\da-f]*\b/gi, '#')

/** The first line with its numbers replaced. */
const formOf = (text: string) => withoutNumbers(text.split('\n')[0] ?? '')

function assertBinary(reply: Pick<Head, 'headers' | 'text'>, what: string): void {
  expect(reply.headers['content-type'], `media type of ${what}`).toMatch(/^application\/octet-stream\b/i)
  expect(isBinary(reply.text), `${what} is binary, not ${JSON.stringify(reply.text.slice(0, 60))}`).toBe(true)
}

function assertText(t: Context, reply: Pick<Head, 'headers' | 'text'>, what: string): void {
  expect(reply.text, what).toMatch(/\S/)
  expect(isBinary(reply.text), `${what} is binary, not text`).toBe(false)
  t.assume('AGT-G22', () => expect(reply.headers['content-type'], `media type of ${what}`).toMatch(/^text\/plain\b/i))
}

const form = (sabotage: Sabotage) => on('getPprofNamed', sabotage)
const debugOf = (query: URLSearchParams) => query.get('debug') ?? 'none'
const debugIs = (debug: string, seen: string) =>
  form(changesQuery((query) => debugOf(query) === debug && query.set('debug', seen)))
const answersTo = (debug: string, change: (answer: Answer) => Answer) =>
  form(when(({ query }) => debugOf(new URLSearchParams(query)) === debug, changesAnswer(change)))
const typeIs = (debug: string, type: string) =>
  answersTo(debug, (answer) => ({ ...answer, headers: { ...answer.headers, 'content-type': type } }))

/** Labels text as binary. */
const saysTextFor = (debug: string) => answersTo(debug, (answer) => ({ ...answer, body: 'goroutine profile of 8' }))

export const profiles: Checks = {
  'AGT-140': {
    needs: { control: 'where offered' },
    async run(t) {
      await assureProfiles(t)
      for (const operation of every) {
        for (const debug of [0, 1, 2]) {
          assertServed(t, await askProfile(t, operation, { query: { debug } }), `${operation} with debug=${debug}`)
        }
        for (const debug of t.hasControl ? ['3', '-1', 'text', '0.5'] : []) {
          const reply = await askProfile(t, operation, { query: { debug } })
          assumeRefused(t, reply, { what: `${operation} with debug=${debug}`, gap: 'AGT-G30', as: 400 })
        }
      }
    },
    sabotage: every.flatMap((operation) => [
      ...[0, 1, 2].map((debug) =>
        on(operation, when, ({ query }) => query.includes(`debug=${debug}`), turnsStatus(200, 400)),
      ),
      on(operation, when, ({ query }) => /debug=3/.test(query), acceptsRefused()),
      on(operation, when, ({ query }) => /debug=text/.test(query), acceptsRefused()),
    ]),
  },
  'AGT-141': {
    async run(t) {
      const absent = await goroutines(t, {})
      const binary = await goroutines(t, { debug: 0 })
      const text = await goroutines(t, { debug: 1 })
      assertBinary(absent, 'a profile without debug')
      expect(absent.headers['content-type'], 'media type without debug').toBe(binary.headers['content-type'])
      expect(formOf(absent.text), 'a profile without debug, beside one with debug=1').not.toBe(formOf(text.text))
    },
    sabotage: [debugIs('none', '1'), saysTextFor('none')],
  },
  'AGT-142': {
    needs: { control: 'where offered' },
    async run(t) {
      assertBinary(await goroutines(t, { debug: 0 }), 'a profile with debug=0')
      if (!t.hasControl) return
      const unknown = await askProfile(t, 'getPprofNamed', { path: { profile: 'nothing' } })
      t.assume('AGT-G24', () => expect(unknown.status, 'status of a profile that there is not').toBe(404))
    },
    sabotage: [debugIs('0', '1'), saysTextFor('0')],
  },
  'AGT-143': {
    run: async (t) => assertText(t, await goroutines(t, { debug: 1 }), 'a profile with debug=1'),
    sabotage: [debugIs('1', '0'), typeIs('1', 'application/octet-stream')],
  },
  'AGT-144': {
    async run(t) {
      const [brief, detailed] = [await goroutines(t, { debug: 1 }), await goroutines(t, { debug: 2 })]
      assertText(t, detailed, 'a profile with debug=2')
      expect(withoutNumbers(detailed.text), 'a profile with debug=2, beside debug=1').not.toBe(
        withoutNumbers(brief.text),
      )
      const [heap, heapInDetail] = [await heapOf(t, 1), await heapOf(t, 2)]
      t.assume('AGT-G26', () => expect(formOf(heapInDetail), 'how a heap with debug=2 begins').toBe(formOf(heap)))
      t.assume('AGT-G25', () =>
        // For example `goroutine 47 [select, 3 minutes]:`, with the reason and the duration of the wait.
        expect(detailed.text, 'a profile with debug=2').toMatch(/^goroutine \d+ \[[^\]]*\d+ minutes?[^\]]*\]:$/m),
      )
    },
    sabotage: [
      form(ignoresQuery('debug')),
      debugIs('2', '1'),
      form(when(({ path }) => path.endsWith('/heap'), debugIs('2', '0'))),
      typeIs('2', 'application/octet-stream'),
      form(
        changesAnswer((answer) =>
          typeof answer.body === 'string' ? { ...answer, body: answer.body.replaceAll(/, \d+ minutes/g, '') } : answer,
        ),
      ),
    ],
  },
}
