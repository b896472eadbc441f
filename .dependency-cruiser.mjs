/**
 * The arrows of the house, as docs/architecture.md draws them.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
const tests = '\\.(test|fixture|test-d)\\.ts$'

/** Room by room: what it may import besides itself and packages. */
const rooms = {
  behaviour: '',
  client: '',
  redaction: '',
  'request-params': '',
  'kv-upgrade': '^generated/kv-cluster/',
  check: '^src/behaviour/',
  contract: '^src/redaction/',
  interfaces: '^src/(behaviour|check|client)/|^generated/',
  mock: '^src/(interfaces/load\\.ts|behaviour/|contract/|redaction/|request-params/request-params\\.ts)|^generated/mock-control/',
  verify: '^src/(mock/|interfaces/load\\.ts|check/|behaviour/|contract/|redaction/)',
  validate: '^src/(contract|redaction)/',
  docs: '^src/(verify/|interfaces/load\\.ts|check/|behaviour/|contract/)',
  testing: '^src/(mock|behaviour|contract)/|^generated/',
  cli: '^src/(mock|verify|validate|docs|testing|kv-upgrade|contract|redaction)/|^src/interfaces/load\\.ts',
}
const exceptions = { interfaces: '^src/interfaces/kv-cluster/', validate: '^src/validate/proxy/' }

export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(rooms).map(([room, may]) => ({
      name: `${room}-knows-its-own`,
      severity: 'error',
      from: { path: `^src/${room}/`, pathNot: [tests, exceptions[room]].filter(Boolean) },
      to: {
        path: '^(src|generated|scripts)/',
        pathNot: [`^src/${room}/`, '^src/(product|html)\\.ts$', may].filter(Boolean),
      },
    })),
    {
      name: 'kv-cluster-runs-on-the-upgrade-model',
      severity: 'error',
      from: { path: exceptions.interfaces, pathNot: tests },
      to: {
        path: '^(src|scripts)/',
        pathNot: [
          '^src/interfaces/',
          rooms.interfaces,
          '^src/kv-upgrade/(cluster|cluster-log|cluster-state|versions)\\.ts',
        ],
      },
    },
    {
      name: 'proxy-speaks-as-the-mock',
      severity: 'error',
      from: { path: exceptions.validate, pathNot: tests },
      to: {
        path: '^(src|scripts)/',
        pathNot: [
          '^src/validate/',
          '^src/(product|html)\\.ts$',
          rooms.validate,
          '^src/mock/(server/list-verb|prism/silent-logger)\\.ts',
        ],
      },
    },
    {
      name: 'interfaces-stand-alone',
      severity: 'error',
      from: { path: '^src/interfaces/([^/]+)/' },
      to: { path: '^src/interfaces/', pathNot: '^src/interfaces/($1/|load\\.ts)' },
    },
    {
      name: 'product-without-a-test-runner',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [tests, '\\.suite\\.ts$', '^src/verify/runner/suite-context\\.ts$', '/vitest\\.ts$'],
      },
      to: { path: '(^|/)node_modules/(vitest|@vitest)/' },
    },
    { name: 'src-without-scripts', severity: 'error', from: { path: '^src/' }, to: { path: '^scripts/' } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        path: '^(src|scripts)/',
        pathNot: '(\\.test|\\.d)\\.ts$|^scripts/(lint/rules|lint/fixtures)/|/main\\.ts$|^src/docs/assets/',
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules|^generated' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
}
