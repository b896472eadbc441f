import { describe, expect, it } from 'vitest'
import { roleOf, updatingUserOf, userOf, whyNotRemoveFrom } from './permissions.ts'
import type { App, Token } from './state.ts'

const key = 'acme/field-notes'
const app: App = {
  members: [
    { email: 'ada@acme.example', role: 'Manager' },
    { email: 'dana@acme.example', role: 'Developer' },
    { email: 'cleo@acme.example', role: 'Viewer' },
  ],
}
const user = (email: string, access: Token['access'] = 'full-access'): Token => ({ kind: 'user', access, email })
const ofApp = (name: string, access: Token['access'] = 'full-access'): Token => ({ kind: 'app', access, app: name })

describe('roleOf', () => {
  it.each([
    ['APD-014: a Full Access user token has the role of its user', user('ada@acme.example'), 'Manager'],
    ['APD-007: a Developer stays one', user('dana@acme.example'), 'Developer'],
    ['APD-007: a Viewer stays one', user('cleo@acme.example'), 'Viewer'],
    ['APD-007: a user without a role has none', user('eli@acme.example'), undefined],
    ['APD-016: a Read-Only user token makes a Manager a Viewer', user('ada@acme.example', 'read-only'), 'Viewer'],
    ['APD-015: a Read-Only user token gives no role to a stranger', user('eli@acme.example', 'read-only'), undefined],
    ['APD-011: a Full Access app token is a Manager', ofApp(key), 'Manager'],
    ['APD-012: a Read-Only app token is a Viewer', ofApp(key, 'read-only'), 'Viewer'],
    ['APD-010: an app token has no role in another app', ofApp('acme/trail-map'), undefined],
  ])('%s', (_, token, role) => {
    expect(roleOf(token, key, app)).toBe(role)
  })
})

describe('whyNotRemoveFrom', () => {
  it.each([
    ['APD-014: a Manager may', user('ada@acme.example'), app, undefined],
    ['APD-011: a Full Access app token may', ofApp(key), app, undefined],
    ['APD-007: a Developer may not', user('dana@acme.example'), app, 'forbidden'],
    [
      'APD-016: a Read-Only token may not, and does not learn that an app is missing',
      user('ada@acme.example', 'read-only'),
      undefined,
      'forbidden',
    ],
    ['APD-010: the token of another app may not', ofApp('acme/trail-map'), app, 'forbidden'],
    ['APD-019: an app that is not there is not found', user('ada@acme.example'), undefined, 'not-found'],
  ])('%s', (_, token, found, kind) => {
    expect(whyNotRemoveFrom(key, found, token)?.kind).toBe(kind)
  })
})

describe('userOf, updatingUserOf', () => {
  it('APD-015: a Read-Only user token reads a profile and does not change it', () => {
    const token = user('ada@acme.example', 'read-only')
    expect(userOf(token)).toBe(token)
    expect(updatingUserOf(token)).toMatchObject({ kind: 'forbidden', rules: ['APD-016'] })
  })

  it('APD-G07: an app token has no profile', () => {
    expect(userOf(ofApp(key))).toMatchObject({ kind: 'forbidden' })
    expect(updatingUserOf(ofApp(key))).toMatchObject({ kind: 'forbidden' })
  })
})
