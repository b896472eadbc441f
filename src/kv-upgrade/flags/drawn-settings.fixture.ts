import fc from 'fast-check'
import {
  addedFlags,
  changedDefaults,
  enableV2,
  featureGates,
  gateFlags,
  newSpellings,
  removedFlags,
  renamedFlags,
} from './flag-lists.ts'

/** A flag with a value of the operator; undefined for a boolean flag without a value. */
export interface Drawn {
  flag: string
  value: string | undefined
}

const listed = new Set([
  ...removedFlags.keys(),
  ...renamedFlags.keys(),
  ...gateFlags.keys(),
  ...newSpellings,
  ...addedFlags.keys(),
])
const unknown = fc
  .stringMatching(/^--[a-z][a-z0-9]{0,6}(-[a-z0-9]{1,5}){0,2}$/)
  .filter((flag) => !listed.has(flag) && !['--null', '--true', '--false'].includes(flag))
// No quotes, backslashes and line ends: the forms differ in the values that they allow, and other tests cover them.
const value = fc.oneof(
  fc.stringMatching(/^[ -!#-&(-[\]-~äß€]{0,12}$/),
  fc.constantFrom(
    '',
    '5',
    '0x10',
    'true',
    'null',
    '10s',
    'http://m1:2379',
    '# no comment',
    'a: b',
    '{x',
    '- y',
    '--z',
    '-1',
    '$HOME',
  ),
)
const boolean = fc.constantFrom('true', 'false', undefined)
const gates = fc
  .uniqueArray(fc.constantFrom('OfTheOperator', 'AnotherOne', 'AndMore'), { minLength: 1 })
  .map((names) => names.map((name, index) => `${name}=${index % 2 === 0}`).join())

function valueFor(flag: string): fc.Arbitrary<string | undefined> {
  if (flag === featureGates) return gates
  return gateFlags.has(flag) || flag === enableV2 ? boolean : value
}

/** Settings of a configuration, known flags and unknown ones; none is given twice, in either spelling. */
export function drawnSettings(of: '3.5 or 3.6' | '3.6'): fc.Arbitrary<Drawn[]> {
  const next = [...newSpellings, ...addedFlags.keys(), ...changedDefaults.keys()]
  const old = of === '3.6' ? [] : [...removedFlags.keys(), ...renamedFlags.keys(), ...gateFlags.keys()]
  const flag = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...next, ...old) }, { weight: 1, arbitrary: unknown })
  const setting = flag.chain((drawn) => fc.record({ flag: fc.constant(drawn), value: valueFor(drawn) }))
  return fc.uniqueArray(setting, {
    selector: ({ flag: drawn }) => renamedFlags.get(drawn)?.becomes ?? drawn,
    minLength: 1,
    maxLength: 25,
  })
}
