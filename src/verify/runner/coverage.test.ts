import { describe, expect, it } from 'vitest'
import type { Exchange } from '../context/exchange.ts'
import { lampChecks, lamps } from '../context/lamps.fixture.ts'
import { coverageOf, findHoles } from './coverage.ts'

const listed: Exchange = {
  operation: 'listLamps',
  role: 'full',
  request: { method: 'GET', url: 'http://lamps/v1/lamps', headers: {}, body: undefined },
  parameters: ['query limit'],
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  text: '[]',
}

const holes = (exchanges: Exchange[], reasons = {}) => findHoles(coverageOf(lamps, lampChecks, exchanges), reasons)

const ofPut = ['putLamp', 'putLamp path name', 'putLamp body application/json', 'putLamp 204', 'putLamp 400']

describe('the parts of a document that no check covers', () => {
  it('are all parts if there are no checks', () => {
    expect(holes([])).toEqual([
      'listLamps',
      'listLamps query room',
      'listLamps query limit',
      'listLamps 200',
      'listLamps 200 application/json',
      'listLamps 400',
      ...ofPut,
    ])
  })

  it('do not include parts that an exchange has shown', () => {
    expect(holes([listed])).toEqual(['listLamps query room', 'listLamps 400', ...ofPut])
  })

  it('include the operation of an exchange without an answer', () => {
    const { status: _, ...unanswered } = listed
    expect(holes([unanswered])).toContain('listLamps')
  })

  it('do not include parts with a reason', () => {
    expect(holes([listed], { 'listLamps 400': 'why' })).not.toContain('listLamps 400')
  })

  it('include a reason for a covered or unknown part', () => {
    expect(holes([listed], { listLamps: 'why', 'listLamps 418': 'why' })).toEqual(
      expect.arrayContaining([
        'listLamps (has a reason not to be met, and is met)',
        'listLamps 418 (has a reason not to be met, and is not in the document)',
      ]),
    )
  })
})
