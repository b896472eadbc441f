/** What the sample of an operation sends instead of, or beside, the examples of its document. */
export interface SampleValues {
  path?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
}

const help: SampleValues = { query: { help: 1 } }

/** By operation: examples that are right each by itself, and together make no call that succeeds. */
export const sampleValues: Readonly<Record<string, SampleValues>> = {
  // Nothing is read at these paths but their help.
  describeDeleteVersions: help,
  describeUndeleteVersions: help,
  describeDestroyVersions: help,
  describeLogin: help,
  // The control plane's examples are about several interfaces.
  seedSession: {
    body: { interfaces: { secrets: { records: { tokens: { 'svc.example-deployer': { policies: ['deploy'] } } } } } },
  },
  changeConditions: { path: { interface: 'secrets' } },
  putRecord: { path: { interface: 'secrets', kind: 'tokens', key: 'svc.example-deployer' } },
  runAction: { path: { interface: 'kv-cluster', action: 'stop' } },
  createFault: {
    body: { interface: 'orders', operation: 'listOrders', kind: 'status', status: 500, probability: 1, times: 1 },
  },
}
