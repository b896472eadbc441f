import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { noVersions } from '../../src/docs/versions.ts'
import { temporaryFolder } from '../../src/temporary-folder.fixture.ts'
import { linkVersions } from './link-versions.ts'

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})

function release(version: string, pages: readonly string[]): void {
  for (const page of pages) {
    const file = join(folder, version, page)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `<header>${noVersions}</header>${version}`)
  }
  linkVersions(folder)
}
const read = (page: string) => readFileSync(join(folder, page), 'utf8')
const linksOf = (page: string) =>
  [...read(page).matchAll(/<a href="([^"]*)"( aria-current="true")?>([^<]*)</g)].map(([, href, current, label]) =>
    current ? `${label}, current` : `${label}: ${href}`,
  )

it('shows no switch for the first release, whose docs are the latest', () => {
  release('v0.9.0', ['index.html'])
  expect(read('latest/index.html')).toBe(`<header>${noVersions}</header>v0.9.0`)
})

it('links each page to itself in the other versions, newest first, and to their home page where they lack it', () => {
  release('v0.9.0', ['index.html', 'orders/index.html'])
  release('v0.10.0', ['index.html', 'orders/index.html', 'parking/index.html'])
  expect(linksOf('v0.9.0/orders/index.html')).toEqual([
    'v0.10.0 (latest): ../../latest/orders/index.html',
    'v0.9.0, current',
  ])
  for (const version of ['latest', 'v0.10.0']) {
    expect(linksOf(`${version}/parking/index.html`)).toEqual([
      'v0.10.0 (latest), current',
      'v0.9.0: ../../v0.9.0/index.html',
    ])
    expect(read(`${version}/parking/index.html`)).toContain(
      '<summary><span class="hidden-label">Version </span>v0.10.0 (latest)</summary>',
    )
  }
})

it('replaces the switch at the next release', () => {
  for (const version of ['v0.9.0', 'v0.10.0', 'v1.0.0']) release(version, ['index.html'])
  expect(linksOf('v0.9.0/index.html')).toEqual([
    'v1.0.0 (latest): ../latest/index.html',
    'v0.10.0: ../v0.10.0/index.html',
    'v0.9.0, current',
  ])
  expect(read('v0.9.0/index.html').match(/<details/g)).toHaveLength(1)
})
