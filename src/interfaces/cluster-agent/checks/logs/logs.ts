import { expect } from '../../../../check/expect.ts'
import {
  changesHeader,
  changesQuery,
  ignoresQuery,
  on,
  type Sabotage,
  turnsStatus,
  when,
} from '../../../../check/sabotage.ts'
import { type AgentCheck, assertServed, assumeRefused, type Checks, type Context } from '../context.ts'
import { changesLog, isBelowInfo, levelOf, levels, openLog, readLog, type SeenLog, speaking } from '../log-stream.ts'
import { assumeLevels, assumeNames, assumeSameLog, inText, withoutPlace } from './log-content.ts'

type Query = Record<string, string | boolean>

const stream = (sabotage: Sabotage) => on('streamLogs', sabotage)
const asks = (part: string, sabotage: Sabotage) => stream(when(({ query }) => query.includes(part), sabotage))
/** Sets another value if none is given. */
const isAbsent = (name: string, value: string) =>
  stream(changesQuery((query) => query.has(name) || query.set(name, value)))
/** Treats `false` like `true`. */
const isFlag = (name: string) => stream(changesQuery((query) => query.has(name) && query.set(name, 'true')))

async function linesOf(t: Context, query: Query): Promise<string[]> {
  const log = await readLog(t, { ...speaking, ...query })
  assertServed(t, log, `the log with ${JSON.stringify(query)}`)
  return log.lines.length > 0 ? log.lines : t.inconclusive('the agent has logged no whole line')
}

const isJsonObject = (line: string) => {
  try {
    return typeof JSON.parse(line) === 'object'
  } catch {
    return false
  }
}
/** A source file and a number, in any notation. */
const namesItsPlace = (line: string) => /[A-Za-z_][\w/-]*\.[a-z]{1,4}\b/.test(line) && /\d/.test(line)

interface Trait {
  name: string
  has(line: string): boolean
  /** The notation of the family. */
  form: RegExp
  /** Writes the log in another notation. */
  otherwise(log: string): string
  /** Removes the notation from the line. */
  plainly(line: string): string
}

/** A flag that gives every line a trait: lines have it with the flag, and not without it. */
function flag(name: string, { name: trait, has, form, otherwise, plainly }: Trait): AgentCheck {
  return {
    needs: { control: 'where offered' },
    async run(t) {
      const lacking = (lines: string[]) => lines.filter((line) => !has(line))
      const having = await linesOf(t, { [name]: true })
      expect(lacking(having), `lines without ${trait}`).toEqual([])
      t.assume('AGT-G41', () => {
        for (const line of having) expect(line, `${trait}, as it is written`).toMatch(form)
      })
      if (t.hasControl) await assumeSameLog(t, { [name]: true }, plainly)
      for (const query of [{}, { [name]: false }] as Query[]) {
        const lines = await linesOf(t, query)
        expect(lacking(lines), `lines without ${trait}, with ${JSON.stringify(query)}`).not.toEqual([])
      }
      if (!t.hasControl) return
      const wrong = await readLog(t, { [name]: 'perhaps' })
      assumeRefused(t, wrong, { what: `the log with ${name}=perhaps`, gap: 'AGT-G30', as: 400 })
    },
    sabotage: [
      stream(ignoresQuery(name)),
      isAbsent(name, 'true'),
      isFlag(name),
      asks(`${name}=true`, changesLog(otherwise)),
      stream(changesQuery((query) => query.get(name) === 'perhaps' && query.set(name, 'false'))),
    ],
  }
}

function dropsAboveTrace(log: string): string {
  const lines = log.split(/(?<=\n)/)
  return lines.filter((line) => isBelowInfo(levelOf(line))).join('')
}

/** The parameter selects the log of another agent. */
async function assertTargets(t: Context, parameter: 'node_id' | 'server_id', name: string): Promise<void> {
  const own = await linesOf(t, {})
  const others = await linesOf(t, { [parameter]: name })
  expect(others.slice(0, 3), `the log of ${name}, beside the agent's own`).not.toEqual(own.slice(0, 3))
  const { status } = await readLog(t, { ...speaking, [parameter]: 'nobody' })
  t.assume('AGT-G21', () => expect(status, `status of the log with ${parameter}=nobody`).toBe(404))
}

export const logs: Checks = {
  'AGT-128': {
    needs: { control: 'where offered' },
    async run(t) {
      const logs = await Promise.all(levels.map((log_level) => openLog(t, { query: { log_level } })))
      for (const log of logs) log?.close()
      for (const [index, log] of logs.entries()) {
        // An agent that sent nothing has not refused; it may have no such line yet.
        if (log) assertServed(t, { status: log.status, text: '' }, `the log with log_level=${levels[index]}`)
      }
      const { lines } = await readLog(t, { log_level: 'trace' }, ({ lines }) => lines.length >= 12)
      if (lines.every((line) => levelOf(line) === undefined)) t.inconclusive('no line of the log names its level')
      const low = lines.map(levelOf).filter(isBelowInfo)
      // A quiet agent has nothing to show; the mock always logs.
      if (low.length === 0 && !t.hasControl) t.inconclusive('the agent has logged nothing below info')
      expect(low, 'levels below info with log_level=trace').not.toEqual([])
      if (!t.hasControl) return
      t.assume('AGT-G23', () => expect(lines.map(levelOf), 'levels of lines with log_level=trace').toContain('info'))
      await assumeLevels(t)
      const wrong = await readLog(t, { log_level: 'loud' })
      assumeRefused(t, wrong, { what: 'the log with log_level=loud', gap: 'AGT-G30', as: 400 })
    },
    sabotage: [
      ...levels.map((level) => asks(`log_level=${level}`, turnsStatus(200, 400))),
      stream(changesQuery((query) => query.get('log_level') === 'loud' && query.delete('log_level'))),
      stream(ignoresQuery('log_level')),
      asks('log_level=trace', changesLog(dropsAboveTrace)),
    ],
  },
  'AGT-129': {
    needs: { control: 'where offered' },
    async run(t) {
      const knownLevels = ({ lines }: SeenLog) => lines.map(levelOf).filter((level) => level !== undefined)
      const log = await readLog(t, {}, (seen) => knownLevels(seen).length >= 3)
      assertServed(t, log, 'the log without log_level')
      const known = knownLevels(log)
      if (known.length === 0) t.inconclusive('no line of the log names its level')
      expect(known.filter(isBelowInfo), 'levels below info without log_level').toEqual([])
      // An agent may have logged nothing at this level; the mock always does.
      if (!known.includes('info') && !t.hasControl) t.inconclusive('the agent has logged nothing at info')
      expect(known, 'levels of lines without log_level').toContain('info')
    },
    sabotage: ['trace', 'debug', 'warn', 'error'].map((level) => isAbsent('log_level', level)),
  },
  'AGT-130': flag('log_json', {
    name: 'a JSON object',
    has: isJsonObject,
    form: /"@level":"\w+"/,
    otherwise: (log) => log.replaceAll('@level', 'severity'),
    plainly: inText,
  }),
  'AGT-131': flag('log_include_location', {
    name: 'file and line',
    has: namesItsPlace,
    form: /[A-Za-z_][\w/-]*\.[a-z]{1,4}:\d+/,
    otherwise: (log) => log.replaceAll(/\.go:(\d+)/g, '.go line $1'),
    plainly: withoutPlace,
  }),
  'AGT-132': {
    needs: { resources: ['client node'], control: 'where offered' },
    async run(t) {
      await assertTargets(t, 'node_id', t.resource('client node'))
      if (!t.hasControl) return
      await assumeNames(t, t.resource('client node'))
      const query = { node_id: t.resource('client node'), log_level: 'error' }
      const silent = await openLog(t, { query })
      silent?.close()
      t.assume('AGT-G42', () => expect(silent?.status, 'status of a log that has no line yet').toBe(200))
    },
    sabotage: [
      stream(ignoresQuery('node_id')),
      asks('node_id=', turnsStatus(200, 404)),
      asks('nobody', ignoresQuery('node_id')),
    ],
  },
  'AGT-133': {
    needs: { resources: ['another server'] },
    async run(t) {
      await assertTargets(t, 'server_id', t.resource('another server'))
      expect((await linesOf(t, { server_id: 'leader' })).length, 'lines of the log of the leader').toBeGreaterThan(0)
    },
    sabotage: [
      stream(ignoresQuery('server_id')),
      asks('server_id=server', turnsStatus(200, 404)),
      asks('server_id=leader', turnsStatus(200, 404)),
      asks('nobody', ignoresQuery('server_id')),
    ],
  },
  'AGT-134': {
    async run(t) {
      const plain = await readLog(t, { ...speaking, plain: true })
      assertServed(t, plain, 'the log with plain=true')
      expect(plain.text, 'a log with plain=true').not.toMatch(/^\s*\{\s*"(?:Data|FileEvent|Offset)"/)
      t.assume('AGT-G22', () => expect(plain.headers['content-type'], 'media type').toMatch(/^text\/plain\b/i))
      for (const query of [{}, { plain: false }]) {
        const { frames, headers } = await readLog(t, { ...speaking, ...query }, (log) => log.frames.length > 0)
        const what = `a log with ${JSON.stringify(query)}`
        expect(headers['content-type'], `media type of ${what}`).toMatch(/^application\/json\b/i)
        expect(frames.length, `frames of ${what}`).toBeGreaterThan(0)
      }
    },
    sabotage: [
      stream(ignoresQuery('plain')),
      isAbsent('plain', 'true'),
      isFlag('plain'),
      asks('plain=true', changesHeader('content-type', 'text/html')),
    ],
  },
}
