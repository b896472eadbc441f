import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderWith } from '../../temporary-folder.fixture.ts'
import { readDocument } from './read-document.ts'

const document = `openapi: 3.1.0
info: {title: Lamps, version: '1'}
tags:
  - name: old
  - name: lamps
  - name: bulbs
paths:
  /lamps: &lamps
    get:
      summary: All
      tags: [lamps]
      responses: {'200': {description: Yes}}
  /bulbs: *lamps
`

async function read(actions: string, overlay = '1.1.0') {
  const text = `overlay: ${overlay}\ninfo: {title: O, version: '1'}\nactions:\n${actions}`
  const folder = folderWith({ 'api.yaml': document, 'o.yaml': text, 'other.yaml': document })
  const overlays = [join(folder, 'o.yaml')]
  return { folder, ...(await readDocument(join(folder, 'api.yaml'), { overlays })) }
}

describe('overlays', () => {
  it.each([
    [
      'merges maps',
      '  - {target: $.info, update: {x-owner: Ann, title: Bulbs}}',
      '/info',
      { title: 'Bulbs', version: '1', 'x-owner': 'Ann' },
    ],
    ['concatenates lists', '  - {target: $.tags, update: [{name: new}]}', '/tags/3', { name: 'new' }],
    ['appends to lists', '  - {target: $.tags, update: {name: new}}', '/tags/3', { name: 'new' }],
    [
      'replaces plain values',
      '  - {target: "$.paths[\'/lamps\'].get.summary", update: Each}',
      '/paths/~1lamps/get/summary',
      'Each',
    ],
    [
      'changes one of two aliases',
      '  - {target: "$.paths[\'/lamps\'].get.summary", update: Each}',
      '/paths/~1bulbs/get/summary',
      'All',
    ],
    ['removes elements', '  - {target: "$.tags[?@.name != \'lamps\']", remove: true}', '/tags', [{ name: 'lamps' }]],
    [
      'copies',
      '  - {target: "$.paths[\'/lamps\']", copy: "$.paths[\'/bulbs\']"}\n  - {target: "$.paths[\'/lamps\'].get", update: {deprecated: true}}',
      '/paths/~1lamps/get/deprecated',
      true,
    ],
    [
      'applies actions in turn',
      '  - {target: $.paths, remove: true}\n  - {target: $, update: {paths: {/new: {}}}}',
      '/paths',
      { '/new': {} },
    ],
  ])('%s', async (_, actions, pointer, expected) => {
    const { document } = await read(actions)
    expect(
      pointer
        .split('/')
        .slice(1)
        .reduce<unknown>((node, name) => Object(node)[name.replaceAll('~1', '/')], document),
    ).toEqual(expected)
  })

  it('says where each node was written, in the overlay and after a removal', async () => {
    const { placeOf } = await read(
      "  - {target: '$.tags[0]', remove: true}\n  - target: $.tags\n    update:\n      - name: new\n",
    )
    const placesOf = ['/tags/0', '/tags/1', '/tags/2/name'].map((pointer) => placeOf(pointer))
    expect(placesOf.map(({ file, line }) => `${file.replace(/.*\//, '')}:${line}`)).toEqual([
      'api.yaml:5',
      'api.yaml:6',
      'o.yaml:7',
    ])
  })

  it('lists an action that meets nothing, with its place', async () => {
    const { leftOut } = await read('  - {target: \'$.tags[?@.name == "gone"]\', remove: true}')
    expect(leftOut.map(({ reason, source }) => `${source?.place.line} ${reason}`)).toEqual([
      '4 the action meets nothing: $.tags[?@.name == "gone"]',
    ])
  })

  it('leaves alone a document that the overlay does not extend', async () => {
    const { document } = await read('  - {target: $.info, update: {title: Bulbs}}\nextends: other.yaml')
    expect(Object(document.info).title).toBe('Lamps')
  })

  it.each([
    [
      '  - {target: "$.tags[", remove: true}',
      '1.1.0',
      /o\.yaml:4:6 \/actions\/0\/target {2}it is no JSONPath of RFC 9535: /,
    ],
    [
      '  - {target: $.info, update: [1]}',
      '1.1.0',
      /o\.yaml:4:22 \/actions\/0\/update {2}it cannot be merged with what stands there: a list with a map$/,
    ],
    ['  - {target: $.info}', '1.1.0', /it has none of `update`, `copy` and `remove`$/],
    ['  - {target: $, remove: true}', '1.1.0', /the whole document cannot be removed$/],
    ['  - {target: $.info, remove: true}', '2.0.0', /o\.yaml:1:1 \/ {2}it is no overlay of version 1/],
    ['  {}', '1.1.0', /it has no list of `actions`$/],
  ])('refuses %s of %s in a line', async (actions, version, message) => {
    await expect(read(actions, version)).rejects.toThrow(message)
  })
})
