import { expect, it } from 'vitest'
import { createSectionFinder, placeInDocument } from './source-text.ts'

const markdown = '# Parking\n\n```sh\n# Not a heading\n```\n\n## Lots ##\n\n### Read\n'
const page = '<h1>Parking</h1>\n<p>Words.</p>\n<h2 id="lots">All\n  <em>lots</em></h2>\n'
const json =
  '{\n "paths": {\n  "/lots/{id}": {\n   "get": {\n    "tags": [\n     "a",\n     "b"\n    ]\n   }\n  }\n }\n}\n'

it.each([
  ['source.md', markdown, 'Parking', 1],
  ['source.md', markdown, 'Parking / Lots / Read', 9],
  ['source.md', markdown, 'Not a heading', undefined],
  ['source.html', page, 'All lots', 3],
  ['source.html', page, 'Lots', undefined],
  ['source.txt', 'Parking\n', 'anything', 1],
  ['openapi.json', json, '/', 1],
  ['openapi.json', json, '/paths/~1lots~1{id}/get', 4],
  ['openapi.json', json, '/paths/~1lots~1{id}/get/tags/1', 7],
  ['openapi.json', json, '/paths/~1lots~1{id}/put', undefined],
  ['openapi.yaml', 'paths:\n  /lots:\n    get:\n      description: All.\n', '/paths/~1lots/get', 3],
])('%s %j has the section %s at line %s', (file, text, section, line) => {
  expect(createSectionFinder(file, text)(section)).toBe(line)
})

it('places a rule of a document that is no file in its name, and one of a file that is gone nowhere', () => {
  const section = '/paths/~1lots/get'
  for (const document of ['<stdin>', 'https://lots.example/openapi.yaml'])
    expect(placeInDocument({ document, section })).toEqual({ file: document, line: 1, pointer: section })
  expect(placeInDocument({ document: 'gone.yaml', section })).toBeUndefined()
})
