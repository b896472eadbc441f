import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { isOnTheWire } from '../../contract/contract.ts'
import { ruleId } from '../../contract/rule-id.ts'
import { loadChecks } from '../../interfaces/load.ts'
import { bundled } from '../../workspace/bundled.ts'
import { root } from '../../workspace/root.ts'

/** The rules that a check shows. */
const checked = new Set(
  await Promise.all(bundled.interfaces.map(({ name }) => checkedRulesOf(name))).then((all) => all.flat()),
)

async function checkedRulesOf(name: string): Promise<string[]> {
  const { unobservable = {} } = await loadChecks(bundled.find(name))
  return [...bundled.find(name).contract.rules.values()]
    .filter((rule) => isOnTheWire(rule) && !(rule.id in unobservable))
    .map(({ id }) => id)
}

it('no title of a test begins with a rule that a check shows', () => {
  const files = globSync(['src/**/*.test.ts', 'scripts/**/*.test.ts', 'e2e/**/*.test.ts'], {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
  const complaints = files.flatMap((file) =>
    titlesIn(readFileSync(join(root, file), 'utf8')).flatMap((title) =>
      rulesAtStart(title)
        .filter((rule) => checked.has(rule))
        .map((rule) => `${file}  '${title}': the check of ${rule} is its proof; add what it misses there`),
    ),
  )
  expect(complaints).toEqual([])
})

const checkable = bundled.interfaces.filter(({ prefix }) => !prefix.startsWith('_'))
it.each(checkable.map(({ name }) => name))(
  'the files of %s spell the ID of each check, so that a search finds it',
  async (name) => {
    const files = globSync(`src/interfaces/${name}/checks{.ts,/**/*.ts}`, { cwd: root })
    const text = files.map((file) => readFileSync(join(root, file), 'utf8')).join()
    const { checks, unobservable = {} } = await loadChecks(bundled.find(name))
    const ids = Object.keys({ ...checks, ...unobservable })
    expect(ids.length).toBeGreaterThan(0)
    expect(ids.filter((id) => !text.includes(`'${id}'`))).toEqual([])
  },
)

it('finds the rules at the start of titles', () => {
  const source = `
    describe('ORD-001: a', () => { it.each([1])(\`ORD-002, ORD-G03, ORD-004 of \${b}\`, () => {}) })
    test.skipIf(c)('ORD-005: d', () => {})
    it('names ORD-006', () => expect('ORD-007').toBe(e))`
  expect(titlesIn(source).map(rulesAtStart)).toEqual([['ORD-001'], ['ORD-002', 'ORD-004'], ['ORD-005'], []])
})

/** Titles of tests and suites, as far as they do not depend on a table. */
function titlesIn(text: string): string[] {
  // Parsing all tests takes longer than most of them.
  if (!/['"`][A-Z][A-Z0-9]+-[G\d]/.test(text)) return []
  const titles: string[] = []
  const collect = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(it|test|describe)\b/.test(node.expression.getText())) {
      const [title] = node.arguments
      if (title && ts.isStringLiteralLike(title)) titles.push(title.text)
      if (title && ts.isTemplateExpression(title)) titles.push(title.head.text)
    }
    ts.forEachChild(node, collect)
  }
  collect(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true))
  return titles
}

function rulesAtStart(title: string): string[] {
  const [start = ''] = /^(?:[A-Z][A-Z0-9]+-[G\d]\d+(?:, )?)*/.exec(title) ?? []
  return start.match(ruleId) ?? []
}
