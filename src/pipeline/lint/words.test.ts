import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { product } from '../../product.ts'
import { root } from '../../workspace/root.ts'

/** Words that mean one thing here and have a better name: banned as a part of any declared name, and of a file's name. */
const banned = new Map([
  ['arrive', 'route'],
  ['breaker', 'SabotageSwitch'],
  ['circumstances', '…Options of the function that takes them'],
  ['deepest', 'max…'],
  ['edition', 'Revision'],
  ['endure', 'injectFaults'],
  ['eventually', 'MaybePromise'],
  ['hear', 'onSignal'],
  ['heard', 'onSignal'],
  ['hurried', 'advanceUntilAnswered'],
  ['inhabitant', 'MountedInterface'],
  ['lodger', 'mountControlPlane'],
  ['obey', 'onSignal'],
  ['patience', 'timeout'],
  ['surely', 'fast-request, acceptsRequest'],
  ['surplus', 'orphaned'],
  ['surroundings', '…Options of the function that takes them'],
  ['unharmed', 'noFault'],
  ['unseen', 'inconclusive'],
  ['vault', 'Storage'],
  ['visit', 'RequestContext, walkSchema'],
  ['world', 'InterfaceState'],
])

/** Ordinary words: banned as the whole name of something exported. */
const bannedExports = new Map([
  ['Answered', 'a noun'],
  ['Asked', 'a noun'],
  ['Handled', 'HandledRequest'],
  ['Judged', 'a noun'],
  ['Problem', 'Refusal, Diagnostic'],
  ['Told', 'a noun'],
  ['Watched', 'a noun'],
  ['apart', 'mountControlPlane'],
  ['attempt', 'tryChain'],
  ['held', 'passed'],
  ['keeps', 'acceptsResponse'],
  ['kept', 'freezeRecord'],
  ['least', 'min…'],
  ['lets', 'acceptsRequest'],
  ['library', 'SiteData'],
  ['longest', 'max…'],
  ['most', 'max…'],
  ['places', 'SourceLinks'],
  ['problem', 'Refusal, Diagnostic'],
  ['proceed', 'chain'],
  ['remembered', 'memoize'],
  ['shared', 'intern'],
  ['slice', 'InterfaceDefinition'],
  ['space', 'partition'],
  ['strike', 'InjectedFault'],
])

/** Files that help tests are called `*.fixture.ts`; kinds of records stand in `record-kinds.ts`. */
const bannedFiles =
  /^(fixtures|sample|rule-table|slice|test-client|test-world)\.ts$|^src\/interfaces\/[^/]+\/(slice|records)\.ts$/

/** Names of others: the package that a test tries out. */
const foreign = new Set(['e2e/clients/node-vault.test.ts'])

const files = globSync(['src/**/*.{ts,js}', 'scripts/**/*.{ts,js}', 'e2e/**/*.{ts,js}'], {
  cwd: root,
  exclude: ['**/node_modules/**'],
})

it('no name has a word that the glossary replaces', () => {
  const complaints = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const ofFile = foreign.has(file) ? [] : complainOfFile(file)
    // Parsing all files takes longer than most tests.
    const names = mayComplain(text)
      ? [...declaredNames(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))]
      : []
    return [...ofFile, ...names.flatMap(complain)].map((complaint) => `${file}  ${complaint}`)
  })
  expect(complaints).toEqual([])
})

it('finds a banned word in each kind of name', () => {
  const source = `
    import { visit } from 'yaml'
    const openVault = 1
    function hear({ patience }: { patience: number }, { from: world }: { from: string }) {}
    class Breaker { #visits = 1; obey() {} }
    export const held = 2
    const shared = 3
    interface Lodger { unseen: boolean }
    use(held.places)`
  const texts = [
    source,
    'const openVault = 1',
    'export const held = 2',
    'export interface Told<T> {}',
    'const held = 1',
  ]
  expect(texts.map(mayComplain)).toEqual([true, true, true, true, false])
  const names = [...declaredNames(ts.createSourceFile('a.ts', source, ts.ScriptTarget.Latest, true))]
  expect(
    names
      .flatMap(complain)
      .map((complaint) => complaint.split(':')[0])
      .join(' '),
  ).toBe('openVault hear patience patience world Breaker #visits obey held Lodger unseen')
  expect(
    ['src/a/open-vault.ts', 'src/a/test-world.ts', 'src/interfaces/a/slice.ts'].flatMap(complainOfFile),
  ).toHaveLength(4)
})

it('the package and the command have the name of the product', () => {
  const { name, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect([name, ...Object.keys(bin)]).toEqual([product, product])
})

interface DeclaredName {
  name: string
  exported: boolean
}

/** Names that the file gives to something; names of others, which it imports or uses, are not its choice. */
function* declaredNames(node: ts.Node): Generator<DeclaredName> {
  const { name } = node as ts.NamedDeclaration
  const declares = !ts.isImportSpecifier(node) && !ts.isImportClause(node) && !ts.isPropertyAccessExpression(node)
  if (declares && name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) {
    const flags = ts.getCombinedModifierFlags(node as ts.Declaration)
    yield { name: name.text, exported: (flags & ts.ModifierFlags.Export) !== 0 }
  }
  const children: ts.Node[] = []
  ts.forEachChild(node, (child) => void children.push(child))
  for (const child of children) yield* declaredNames(child)
}

/** False for a text without any word about which a name could be complained. */
function mayComplain(text: string): boolean {
  const names = new Set(text.match(/[A-Za-z]+/g))
  const exports = text.matchAll(/^export .*?(\w+)(?= ?[=:(<{,]| extends)/gm)
  return (
    [...names].some((name) => complain({ name, exported: false }).length > 0) ||
    [...exports].some(([line]) => line.split(/\W+/).some((name) => bannedExports.has(name)))
  )
}

function complain({ name, exported }: DeclaredName): string[] {
  const better = wordsOf(name).flatMap((word) => banned.get(word) ?? banned.get(word.replace(/s$/, '')) ?? [])
  const asWhole = exported ? (bannedExports.get(name) ?? []) : []
  return better.concat(asWhole).map((words) => `${name}: say ${words}`)
}

function complainOfFile(file: string): string[] {
  const better = wordsOf(basename(file)).flatMap((word) => banned.get(word) ?? [])
  if (bannedFiles.test(file) || bannedFiles.test(basename(file)))
    better.push('*.fixture.ts, definition.ts, record-kinds.ts')
  return better.map((words) => `${basename(file)}: say ${words}`)
}

/** `openVault` has the words `open` and `vault`, and so has `open-vault.ts`. */
function wordsOf(name: string): string[] {
  return name.split(/(?=[A-Z])|[^a-zA-Z]+/).map((word) => word.toLowerCase())
}
