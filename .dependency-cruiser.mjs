/**
 * Which module may import which. docs/architecture.md draws the same.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
const tests = '\\.(test|fixture|test-d)\\.ts$'

/** What each module may import besides itself and packages, as a pattern of paths. */
const modules = {
  behaviour: '',
  client: '',
  redaction: '',
  'request-params': '',
  'kv-upgrade': '^generated/kv-cluster/|^src/redaction/shell-quote\\.ts$',
  check: '^src/behaviour/',
  contract: '^src/redaction/',
  report: '',
  workspace: '^src/(contract|redaction)/',
  interfaces: '^src/(behaviour|check|client)/|^src/workspace/|^src/contract/(media-type|security)\\.ts$|^generated/',
  mock: '^src/(client/serialize\\.ts|interfaces/load\\.ts|behaviour/|contract/|workspace/|redaction/|request-params/request-params\\.ts)|^generated/mock-control/',
  verify:
    '^src/(client/(body|serialize)\\.ts|mock/|report/|interfaces/load\\.ts|check/|behaviour/|contract/|workspace/|redaction/)',
  validate: '^src/(contract|report|workspace|redaction)/',
  docs: '^src/(client/(body|security|serialize|stream)\\.ts|redaction/|verify/|interfaces/load\\.ts|check/|behaviour/|contract/|workspace/)',
  testing: '^src/(mock|behaviour|contract|workspace)/|^generated/',
  pipeline: '^src/(docs|report|verify|mock|client|workspace|interfaces/load\\.ts|check|contract|redaction)',
  cli: '^src/(pipeline|report|mock|verify|validate|docs|testing|kv-upgrade|contract|workspace|redaction)/|^src/interfaces/load\\.ts',
}
/** Files at the top of src/ import only each other, and every module may import them. */
const topFile = '^src/[^/]+\\.ts$'
const exceptions = { interfaces: '^src/interfaces/kv-cluster/', validate: '^src/validate/proxy/' }

export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(modules).map(([name, may]) => ({
      name: `${name}-imports-only-what-it-may`,
      severity: 'error',
      from: { path: `^src/${name}/`, pathNot: [tests, exceptions[name]].filter(Boolean) },
      to: { path: '^(src|generated|scripts|e2e)/', pathNot: [`^src/${name}/`, topFile, may].filter(Boolean) },
    })),
    {
      name: 'kv-cluster-runs-on-the-upgrade-model',
      severity: 'error',
      from: { path: exceptions.interfaces, pathNot: tests },
      to: {
        path: '^(src|scripts|e2e)/',
        pathNot: [
          '^src/interfaces/',
          modules.interfaces,
          topFile,
          '^src/kv-upgrade/(cluster|cluster-state|versions)\\.ts',
        ],
      },
    },
    {
      name: 'proxy-speaks-as-the-mock',
      severity: 'error',
      from: { path: exceptions.validate, pathNot: tests },
      to: {
        path: '^(src|scripts|e2e)/',
        pathNot: ['^src/validate/', topFile, modules.validate, '^src/mock/server/list-verb\\.ts'],
      },
    },
    {
      name: 'facts-of-a-document-are-in-contract',
      comment: 'The mock is asked for answers, and not for what a document says.',
      severity: 'error',
      from: { path: '^src/(verify|pipeline|docs)/', pathNot: [tests, '^src/verify/target/', '^src/pipeline/dev/'] },
      to: { path: '^src/mock/' },
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
        pathNot: [tests, '\\.suite\\.ts$', '/vitest\\.ts$'],
      },
      to: { path: '(^|/)node_modules/(vitest|@vitest)/' },
    },
    {
      name: 'top-of-src-stands-alone',
      severity: 'error',
      from: { path: topFile, pathNot: tests },
      to: { path: '^(src|scripts|e2e)/', pathNot: topFile },
    },
    {
      name: 'src-without-scripts',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(scripts|e2e)/' },
    },
    {
      name: 'only-what-opens-them-knows-that-sessions-are-shared',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [tests, '^src/mock/storage/', '^src/mock/session/(open-sessions|shared-[^/]+)\\.ts$'],
      },
      to: { path: '^src/mock/(storage/(valkey/(?!endpoint)|shared-)|session/shared-)' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        path: '^(src|scripts|e2e)/',
        pathNot:
          '(\\.test|\\.suite|\\.d)\\.ts$|^src/pipeline/lint/(rules|fixtures)/|/main\\.ts$|^src/docs/(assets|browser)/',
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
