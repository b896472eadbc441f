import { type Frame, stack } from './call-stacks.ts'

/** The content of a runtime profile. */
export interface ProfileKind {
  /** Heading of the text form (debug=1). */
  textForm: 'count' | 'heap' | 'contention'
  sampleTypes: readonly [type: string, unit: string][]
  defaultSampleType?: string
  period: readonly [type: string, unit: string, value: number]
  samples: readonly Sample[]
}

export interface Sample {
  stack: readonly Frame[]
  /** One for each sample type. */
  values: readonly number[]
}

const main = stack('runtime.gopark', 'runtime.chanrecv1', 'main.run', 'main.main', 'runtime.main')
const listening = stack(
  'runtime.gopark',
  'internal/poll.runtime_pollWait',
  'internal/poll.(*pollDesc).wait',
  'net.(*netFD).accept',
  'net/http.(*Server).Serve',
)
const worker = stack('runtime.gopark', 'runtime.selectgo', 'agent/scheduler.(*Worker).run')
const answering = stack('encoding/json.Marshal', 'agent/http.(*Server).wrap', 'net/http.(*conn).serve')
const allocating = stack('runtime.mallocgc', ...answering.map(({ name }) => name))
const profiling = stack('runtime/pprof.writeRuntimeProfile', 'agent/http.(*Server).wrap', 'net/http.(*conn).serve')
const heartbeat = stack('runtime.selectgo', 'agent/raft.(*Raft).heartbeat')
const idle = stack('runtime.futex', 'runtime.findRunnable', 'runtime.schedule', 'runtime.mcall')
const unlocking = stack('sync.(*Mutex).Unlock', 'agent/scheduler.(*Worker).run')
const threads = stack('runtime.allocm', 'runtime.newm', 'runtime.mcall')

const megabyte = 1024 * 1024

const memory = {
  textForm: 'heap',
  sampleTypes: [
    ['alloc_objects', 'count'],
    ['alloc_space', 'bytes'],
    ['inuse_objects', 'count'],
    ['inuse_space', 'bytes'],
  ],
  period: ['space', 'bytes', megabyte / 2],
  samples: [
    { stack: allocating, values: [8192, 4 * megabyte, 512, megabyte / 4] },
    { stack: stack('runtime.mallocgc', 'agent/raft.(*Raft).heartbeat'), values: [2048, 2 * megabyte, 1024, megabyte] },
  ],
} as const satisfies ProfileKind

const contention = {
  textForm: 'contention',
  sampleTypes: [
    ['contentions', 'count'],
    ['delay', 'nanoseconds'],
  ],
  period: ['contentions', 'count', 1],
} as const satisfies Omit<ProfileKind, 'samples'>

function counted(type: string, samples: ProfileKind['samples']): ProfileKind {
  return { textForm: 'count', sampleTypes: [[type, 'count']], period: [type, 'count', 1], samples }
}

/** The profiles of the agent's runtime, by name (gap AGT-G24). */
export const profileKinds: ReadonlyMap<string, ProfileKind> = new Map([
  ['allocs', { ...memory, defaultSampleType: 'alloc_space' }],
  ['block', { ...contention, samples: [{ stack: heartbeat, values: [12, 340_000_000] }] }],
  [
    'goroutine',
    counted('goroutine', [
      { stack: listening, values: [2] },
      { stack: worker, values: [4] },
      { stack: main, values: [1] },
      { stack: profiling, values: [1] },
    ]),
  ],
  ['heap', { ...memory, defaultSampleType: 'inuse_space' }],
  ['mutex', { ...contention, samples: [{ stack: unlocking, values: [5, 1_250_000] }] }],
  ['threadcreate', counted('threadcreate', [{ stack: threads, values: [9] }])],
])

/** A CPU profile: the agent is busy for a tenth of the time, and sampled a hundred times a second. */
export function cpuProfile(seconds: number): ProfileKind {
  const period = 10_000_000
  const shares: [readonly Frame[], number][] = [
    [idle, 5],
    [answering, 3],
    [heartbeat, 2],
  ]
  return {
    textForm: 'count',
    sampleTypes: [
      ['samples', 'count'],
      ['cpu', 'nanoseconds'],
    ],
    period: ['cpu', 'nanoseconds', period],
    samples: shares.map(([stack, share]) => ({ stack, values: [share * seconds, share * seconds * period] })),
  }
}
