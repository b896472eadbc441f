import { describe, expect, it } from 'vitest'
import { parseYaml } from '../../contract/yaml-file.ts'
import type { Diagnostic } from '../specs/diagnostic.ts'
import type { SpecFolder } from '../specs/spec-folder.ts'
import {
  type Catalogue,
  citationDiagnostics,
  idDiagnostics,
  operationDiagnostics,
  readCatalogue,
  type SourceText,
  sourceDiagnostics,
} from './catalogue.ts'

it('idDiagnostics accepts IDs that are used once, under their prefix', () => {
  const lamps = catalogue('lamps', 'prefix: LAMP\nrules: [{id: LAMP-001}]\ngaps: [{id: LAMP-G01}]')
  const rooms = catalogue('rooms', 'prefix: ROOM\nrules: [{id: ROOM-001}]')
  expect(idDiagnostics(lamps, [lamps, rooms])).toEqual([])
})

it('idDiagnostics rejects an ID that its own catalogue uses twice', () => {
  const lamps = catalogue('lamps', 'prefix: LAMP\nrules:\n- id: LAMP-001\n- id: LAMP-001')
  expect(lines(idDiagnostics(lamps, [lamps]))).toEqual([
    'specs/lamps/rules.yaml:4:7 LAMP-001 already stands in line 3. An ID names one entry for good.',
  ])
})

it('idDiagnostics rejects an ID that is both a rule and a gap', () => {
  const lamps = catalogue('lamps', 'prefix: LAMP\nrules:\n- id: LAMP-001\ngaps:\n- id: LAMP-001')
  expect(lines(idDiagnostics(lamps, [lamps]))).toEqual([
    'specs/lamps/rules.yaml:5:7 LAMP-001 already stands in line 3. An ID names one entry for good.',
  ])
})

it('idDiagnostics rejects an ID of another catalogue', () => {
  const lamps = catalogue('lamps', 'prefix: LAMP\nrules:\n- id: ROOM-001')
  const rooms = catalogue('rooms', 'prefix: ROOM\nrules:\n- id: ROOM-001')
  expect(lines(idDiagnostics(lamps, [lamps, rooms]))).toEqual([
    'specs/lamps/rules.yaml:3:7 ROOM-001 must start with the prefix LAMP-.',
  ])
})

it('idDiagnostics rejects a prefix that another catalogue has', () => {
  const lamps = catalogue('lamps', 'prefix: LAMP\nrules: []')
  const rooms = catalogue('rooms', 'prefix: LAMP\nrules: []')
  expect(lines(idDiagnostics(lamps, [lamps, rooms]))).toEqual([
    'specs/lamps/rules.yaml:1:9 Prefix LAMP is taken by specs/rooms/rules.yaml.',
  ])
})

const documents = folder({ 'paths/lamps.yaml': 'get: {operationId: getLamp}' })

it('operationDiagnostics accepts operations of the documents', () => {
  const lamps = catalogue('lamps', 'rules: [{id: LAMP-001, operations: [getLamp]}]')
  expect(operationDiagnostics(lamps, documents)).toEqual([])
})

it('operationDiagnostics rejects others, with the nearest name if one is near', () => {
  const lamps = catalogue('lamps', 'rules: [{id: LAMP-001, operations: [getLmp, dimEveryLamp]}]')
  expect(lines(operationDiagnostics(lamps, documents))).toEqual([
    'specs/lamps/rules.yaml:1:37 LAMP-001 names the operation getLmp, and no document in specs/lamps/ has it; did you mean getLamp?',
    'specs/lamps/rules.yaml:1:45 LAMP-001 names the operation dimEveryLamp, and no document in specs/lamps/ has it; mend the name, or remove it.',
  ])
})

it('operationDiagnostics rejects the list of a rule that a node cites', () => {
  const lamps = catalogue('lamps', 'rules: [{id: LAMP-001, operations: [getLamp]}]')
  const citing = 'get: {operationId: getLamp, x-rules: [LAMP-001]}'
  expect(lines(operationDiagnostics(lamps, folder({ 'paths/lamps.yaml': citing })))).toEqual([
    'specs/lamps/rules.yaml:1:36 LAMP-001 is cited by `x-rules` in specs/lamps/, which tells its operations; remove this list.',
  ])
})

describe('citationDiagnostics', () => {
  const rule = (kind: string) => catalogue('lamps', `rules: [{id: LAMP-001, kind: ${kind}}]\ngaps: [{id: LAMP-G01}]`)
  const uncited = folder({ 'openapi.yaml': 'x-rules: [LAMP-002]\nx-gaps: [LAMP-001]' })

  it.each(['schema', 'behaviour', 'prose'])('accepts a cited rule of kind %s', (kind) => {
    const cited = folder({ 'schemas/Lamp.yaml': 'properties: {lit: {x-rules: [LAMP-002, LAMP-001]}}' })
    expect(citationDiagnostics(rule(kind), cited)).toEqual([])
  })

  it.each(['client', 'tool'])('accepts an uncited rule of kind %s', (kind) => {
    expect(citationDiagnostics(rule(kind), uncited)).toEqual([])
  })

  it.each([
    ['schema', 'the node that says it, or where a caller meets it'],
    ['behaviour', 'the node that says it, or where a caller meets it'],
    ['prose', '`info` or a tag'],
  ])('rejects an uncited rule of kind %s', (kind, where) => {
    expect(lines(citationDiagnostics(rule(kind), uncited))).toEqual([
      `specs/lamps/rules.yaml:1:14 LAMP-001 (${kind}) is cited by no \`x-rules\` in specs/lamps/; add it on ${where}.`,
    ])
  })
})

describe('sourceDiagnostics', () => {
  const diagnostics = (source: string) => {
    const lamps = catalogue('lamps', `rules: [{id: LAMP-001, source: {${source}}}]`)
    const texts: Record<string, SourceText> = {
      'lamps.txt': { lines: 12, needsLines: true, hasSection: () => true },
      'lamps.md': { lines: 30, needsLines: false, hasSection: (section) => section === 'Light' },
      'gone.md': { lines: 0, needsLines: false, hasSection: () => true, fault: 'docs/gone.md is missing' },
    }
    return lines(sourceDiagnostics(lamps, Object.keys(texts), (name) => texts[name]))
  }

  it.each([
    "document: lamps.txt, lines: '12'",
    "document: lamps.txt, lines: '1,3-5,12'",
    "document: lamps.md, section: Light, lines: '30'",
  ])('accepts %s', (source) => {
    expect(diagnostics(source)).toEqual([])
  })

  it.each([
    [
      "document: lamp.txt, lines: '1'",
      '43 LAMP-001 cites lamp.txt, which specs/sources.yaml does not name. Did you mean lamps.txt?',
    ],
    [
      'document: docs/lamps.md',
      '43 LAMP-001 cites docs/lamps.md, which specs/sources.yaml does not name. Declare it there.',
    ],
    ['document: gone.md', '43 LAMP-001 cites gone.md, and docs/gone.md is missing.'],
    ['document: lamps.md, section: Dark', '62 LAMP-001 cites the section "Dark", which lamps.md does not have.'],
    ["document: lamps.md, section: Light, lines: '31'", '76 LAMP-001 cites line 31 of lamps.md, which ends at 30.'],
    ["document: lamps.txt, lines: '11-13'", '61 LAMP-001 cites line 13 of lamps.txt, which ends at 12.'],
    [
      "document: lamps.txt, lines: '5-3'",
      "61 LAMP-001 cites lamps.txt without lines such as '123', '123-127' or '12,123-127'.",
    ],
    [
      "document: lamps.txt, lines: '3, 5'",
      "61 LAMP-001 cites lamps.txt without lines such as '123', '123-127' or '12,123-127'.",
    ],
    ['document: lamps.txt', "32 LAMP-001 cites lamps.txt without lines such as '123', '123-127' or '12,123-127'."],
  ])('rejects %s', (source, diagnostic) => {
    expect(diagnostics(source)).toEqual([`specs/lamps/rules.yaml:1:${diagnostic}`])
  })
})

function catalogue(name: string, text: string): Catalogue {
  return readCatalogue(name, parseYaml(`specs/${name}/rules.yaml`, text))
}

function folder(texts: Record<string, string>): SpecFolder {
  const files = Object.entries(texts).map(([file, text]) => parseYaml(`specs/lamps/${file}`, text))
  return { name: 'lamps', path: 'specs/lamps', files: new Map(files.map((file) => [file.file, file])), references: [] }
}

function lines(diagnostics: Diagnostic[]): string[] {
  return diagnostics.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`)
}
