import { parseXml } from '@rgrove/parse-xml'
import { expect, it } from 'vitest'
import type { FindingReport } from './finding.ts'
import { findingFormats } from './write-findings.ts'

const report: FindingReport = {
  tool: 'lint',
  subject: '2 documents',
  findings: [
    {
      id: 'struct',
      level: 'error',
      message: 'a <b> & "c" [d](e), 100% | \u202e',
      place: { file: 'a b/openapi.yaml', line: 3, column: 5, pointer: '/paths/~1a' },
    },
    {
      id: 'no-answer',
      level: 'warning',
      message: 'two\nlines',
      place: { file: 'other.yaml', line: 1 },
      rules: ['R-1'],
    },
    { id: 'gap', level: 'note', message: 'nowhere', request: "curl 'http://x'", answer: '500' },
  ],
}

const written = (format: string, of = report) => findingFormats[format]?.(of) ?? ''

it('every format has each finding, at its file and line', () => {
  expect(Object.keys(findingFormats)).toEqual(['text', 'json', 'junit', 'sarif', 'github', 'html', 'markdown'])
  expect(written('text').split('\n')).toEqual([
    'a b/openapi.yaml:3:5 /paths/~1a  error  struct  a <b> & "c" [d](e), 100% | \\u202e',
    '',
    'other.yaml:1  warning  no-answer  two',
    'lines',
    '',
    'note  gap  nowhere',
    '',
    '2 documents: 1 error, 1 warning, 1 note',
    '',
  ])
  expect(JSON.parse(written('json'))).toEqual(report)
  const { runs } = JSON.parse(written('sarif'))
  expect(runs[0].results).toMatchObject([
    {
      ruleId: 'struct',
      level: 'error',
      message: { text: expect.stringContaining('\\[d\\](e)') },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'a%20b/openapi.yaml' },
            region: { startLine: 3, startColumn: 5 },
          },
        },
      ],
    },
    { ruleId: 'no-answer', level: 'warning', properties: { rules: ['R-1'] } },
    { ruleId: 'gap', level: 'note' },
  ])
  expect(written('github').split('\n')).toEqual([
    '::error file=a b/openapi.yaml,line=3,col=5,title=struct::a <b> & "c" [d](e), 100%25 | \\u202e',
    '::warning file=other.yaml,line=1,title=no-answer::two\\u000alines',
    "::notice title=gap::nowhere%0Acurl 'http://x'%0Aanswer: 500",
    '',
  ])
  expect(written('html')).toContain('a &lt;b&gt; &amp; ')
  expect(written('html')).toContain('answer: 500</pre>')
  const twice = written('html', { ...report, findings: [...report.findings, ...report.findings] })
  expect(twice.match(/ id="struct"/g)).toHaveLength(1)
  expect(written('markdown')).toContain('| error | struct | a b/openapi.yaml:3:5 /paths/~1a | a \\<b\\> &')
})

it('JUnit counts errors as failures, and has a case that passed where nothing is found', () => {
  const root = parseXml(written('junit')).root
  expect(root?.attributes).toMatchObject({ tests: '3', failures: '1' })
  expect(root?.text).toContain("curl 'http://x'")
  const nothing = parseXml(written('junit', { ...report, findings: [] })).root
  expect(nothing?.attributes).toMatchObject({ tests: '1', failures: '0' })
  expect(written('junit', { ...report, findings: [] })).toContain('<testcase name="no problems"')
})
