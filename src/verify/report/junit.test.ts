import { parseXml, XmlElement } from '@rgrove/parse-xml'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { printableLines } from '../../printable.ts'
import { toJunit } from './junit.ts'
import { sampleLinks, sampleReport, showFailure } from './sample-report.fixture.ts'

function elements(parent: XmlElement | null): XmlElement[] {
  return (parent?.children ?? []).filter((child) => child instanceof XmlElement)
}

it('writes a suite for each interface and a case for each rule', () => {
  const { root } = parseXml(toJunit(sampleReport, sampleLinks))
  expect(root?.name).toBe('testsuites')
  expect(root?.attributes).toEqual({
    name: 'Rules on https://lamps.example',
    tests: '4',
    failures: '1',
    errors: '0',
    skipped: '1',
    time: '0.040',
  })
  const [suite, ...others] = elements(root)
  expect(others).toEqual([])
  expect(suite?.attributes).toMatchObject({ name: 'lamps', tests: '4', timestamp: '2026-11-21T10:00:00.000Z' })
  const cases = elements(suite ?? null)
  expect(cases.map(({ attributes }) => attributes)).toContainEqual({
    name: 'LMP-002: A lamp that is off is dark.',
    classname: 'lamps',
    time: '0.010',
    file: 'specs/lamps/rules.yaml',
    line: '6',
  })
  expect(cases.map((one) => elements(one).map(({ name }) => name))).toEqual([
    [],
    ['failure'],
    ['skipped'],
    ['system-out'],
  ])
})

it('tells what was expected and seen, the request, and where the rule is documented', () => {
  const failure = elements(
    elements(elements(parseXml(toJunit(sampleReport, sampleLinks)).root)[0] ?? null)[1] ?? null,
  )[0]
  expect(failure?.attributes).toEqual({ message: 'darkness: expected false to be true', type: 'rule' })
  expect(failure?.text.split('\n')).toEqual([
    'darkness: expected false to be true',
    'expected: true',
    'seen: false',
    `request: curl -i -H 'accept: application/json' -H 'authorization: Bearer '"$LAMPS_KEY" https://lamps.example/lamps/1`,
    'answer: 200',
    'docs: https://docs.example/docs/lamps/rules/#LMP-002',
  ])
})

it('passes a rule that differs from an assumption, and says which, and skips with the reason', () => {
  const text = toJunit(sampleReport, sampleLinks)
  expect(text).toContain(
    '<system-out>differs from what this contract assumes\nassumed: LMP-G01 The code of a refusal is not shown.\nseen: expected 404 to be 403\ndocs: https://docs.example/docs/lamps/rules/#LMP-004</system-out>',
  )
  expect(text).toContain(`<skipped message="needs the resource 'lamp', which the target does not name"/>`)
})

it('writes XML whatever the target says, and keeps what XML can hold', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('\0', '\x1b', '\r', '\n', '\t', ']', '>', '<', '&', '"', '\ufffe', '\ud800', 'a'),
    }),
  )
  fc.assert(
    fc.property(texts, (message) => {
      const { root } = parseXml(toJunit(showFailure({ failure: { message } }), sampleLinks))
      const failure = elements(elements(elements(root)[0] ?? null)[0] ?? null)[0]
      const kept = printableLines(message).replace(/[\ufffe\uffff]/g, '\ufffd')
      expect(failure?.attributes.message).toBe(kept)
      expect(failure?.text).toBe(
        `${kept === '' ? '' : `${kept}\n`}docs: https://docs.example/docs/lamps/rules/#LMP-002`,
      )
    }),
  )
})
