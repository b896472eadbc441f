import { afterAll, beforeAll, expect } from 'vitest'
import { type RunningMock, startMock } from './start-mock.ts'

/**
 * Runs a mock of these interfaces, or of all, while the tests of the calling file run. The file fails if the mock reports a fault of its
 * own, such as an answer that breaks the contract.
 */
export function openMock(...interfaces: string[]): RunningMock {
  const faults: string[] = []
  let mock: RunningMock
  beforeAll(async () => {
    const onFault = (reason: string) => void faults.push(reason)
    mock = await startMock({ ...(interfaces.length > 0 ? { interfaces } : {}), onFault })
  })
  afterAll(async () => {
    await mock.close()
    expect(faults).toEqual([])
  })
  return new Proxy({} as RunningMock, { get: (_, name) => Reflect.get(mock, name) })
}
