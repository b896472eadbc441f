import { expect, it } from 'vitest'
import type { Exchange } from '../context/check-target.ts'
import { lampChecks, lamps } from '../context/lamps.fixture.ts'
import { findHoles } from './coverage.fixture.ts'

const listed: Exchange = {
  operation: 'listLamps',
  role: 'full',
  request: { method: 'GET', url: 'http://lamps/v1/lamps', headers: {}, body: undefined },
  parameters: ['query limit'],
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  text: '[]',
}

const holes = (exchanges: Exchange[], uncovered = {}) => findHoles(lamps, { ...lampChecks, uncovered }, exchanges)

const ofPut = ['putLamp', 'putLamp path name', 'putLamp body application/json', 'putLamp 204', 'putLamp 400']

it('holes are parts that no exchange has shown, without a reason, and reasons for others', () => {
  expect(holes([])).toEqual([
    'listLamps',
    'listLamps query room',
    'listLamps query limit',
    'listLamps 200',
    'listLamps 200 application/json',
    'listLamps 400',
    ...ofPut,
  ])
  expect(holes([listed])).toEqual(['listLamps query room', 'listLamps 400', ...ofPut])
  expect(holes([listed], { 'listLamps 400': 'why', listLamps: 'why', 'listLamps 418': 'why' })).toEqual([
    'listLamps query room',
    ...ofPut,
    'listLamps (has a reason not to be met, and is met)',
    'listLamps 418 (has a reason not to be met, and is not in the document)',
  ])
})
