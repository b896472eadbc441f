/**
 * The arrows of the house: cli → {mock, docs, verify, validate, …} → interfaces → {client, generated}.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Files that import one another cannot be read, tested or moved one by one.',
      severity: 'error',
      from: {},
      to: { circular: true, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'interfaces-stand-alone',
      comment: 'An interface never imports another: what two of them share belongs one folder up.',
      severity: 'error',
      from: { path: '^src/interfaces/([^/]+)/' },
      to: { path: '^src/interfaces/[^/]+/', pathNot: '^src/interfaces/$1/' },
    },
    {
      name: 'interfaces-below-the-runtime',
      comment: 'An interface knows the seam (src/interfaces/*.ts), not what runs it.',
      severity: 'error',
      from: { path: '^src/interfaces/', pathNot: '(\\.test|/test-[^/]+)\\.ts$' },
      to: { path: '^src/(mock|docs|cli|verify|validate)/' },
    },
    {
      name: 'mock-knows-no-interface',
      comment: 'The mock finds interfaces by the list in redocly.yaml, never by name.',
      severity: 'error',
      from: { path: '^src/mock/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/interfaces/[^/]+/' },
    },
    {
      name: 'request-params-stands-alone',
      comment:
        'The library is published for any web action. The mock reads parameters with it; it knows nothing of the mock.',
      severity: 'error',
      from: { path: '^src/request-params/' },
      to: { path: '^(src/(?!request-params/)|generated/|scripts/)' },
    },
    {
      name: 'clients-run-anywhere',
      comment: 'What clients share runs in a browser, and knows neither an interface nor what runs or checks one.',
      severity: 'error',
      from: { path: '^src/client/', pathNot: '\\.(test|fixture)\\.ts$' },
      to: { path: '^(src/(?!client/)|scripts/)' },
    },
    {
      name: 'nothing-above-cli',
      comment: 'Commands parse, call and print; nothing else imports them, but for the chores in scripts/.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/|\\.test\\.ts$' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'src-without-scripts',
      comment: 'Repository chores use the sources, not the other way round.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^scripts/' },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nothing imports is dead.',
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
    doNotFollow: { path: '^(node_modules|generated)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
}
