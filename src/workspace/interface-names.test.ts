import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { bundled } from './bundled.ts'
import { root } from './root.ts'

/** Rooms that may name an interface: its own, a product about one of them, and the mock's own interface where the mock is. */
const exceptions: Record<string, RegExp> = {
  'kv-cluster': /^src\/(kv-upgrade|cli\/kv-upgrade)\b/,
  'mock-control': /^src\/(mock|testing)\//,
}

const names = bundled.interfaces.map(({ name }) => name)
const files = globSync(['src/**/*.{ts,js}', 'scripts/**/*.ts'], { cwd: root }).filter(
  (file) => !/^src\/interfaces\/|\.(test|fixture|suite|test-d)\.ts$|\/fixtures\/|\.d\.ts$/.test(file),
)

/** The texts of a file that stand in quotes, comments left out. */
function textsOf(file: string, text: string): string[] {
  const texts: string[] = []
  const collect = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
      texts.push(node.text)
    ts.forEachChild(node, collect)
  }
  collect(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
  return texts
}

/** True for the name itself, and for a path with its folder. */
function isNameOf(name: string, text: string): boolean {
  return text === name || new RegExp(`(interfaces|specs|generated)/${name}(/|$)`).test(text)
}

it('no room of the tool names an interface', () => {
  const found = files.flatMap((file) => {
    const texts = textsOf(file, readFileSync(join(root, file), 'utf8'))
    const named = names.filter((name) => texts.some((text) => isNameOf(name, text)) && !exceptions[name]?.test(file))
    return named.map((name) => `${file}: ${name}`)
  })
  expect(files.length).toBeGreaterThan(300)
  expect(found).toEqual([])
})

it('no room of the tool counts the interfaces', () => {
  const counts = /\b(eight|nine|8|9) (systems|interfaces|documents|contracts)\b/i
  expect(files.filter((file) => counts.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

it.each([
  ["load('orders')", ['orders']],
  ['import("../interfaces/secrets/client.ts")', ['secrets']],
  ['const a = `specs/orders/rules.yaml`', ['orders']],
  ["// load('orders')\nload('/orders/1')", []],
])('%s names %j', (code, expected) => {
  const texts = textsOf('x.ts', code)
  expect(names.filter((name) => texts.some((text) => isNameOf(name, text)))).toEqual(expected)
})
