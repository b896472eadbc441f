import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeCertificates, whyNoCertificates } from './kv-upgrade/members/certificates.fixture.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'
import { readTlsFiles } from './tls-files.ts'

const flags = { ca: '--ca', cert: '--cert', key: '--key' }
const missing = whyNoCertificates()

describe.skipIf(missing)(`files of TLS${missing ? `: ${missing}` : ''}`, () => {
  const folder = temporaryFolder()
  const at = (name: string) => join(folder, name)
  beforeAll(() => {
    makeCertificates(folder)
    writeFileSync(at('none.pem'), 'not a certificate\n')
  })

  it('reads files that belong together', () => {
    const read = readTlsFiles({ ca: at('ca.pem'), cert: at('m.pem'), key: at('m.key') }, flags)
    expect(Object.values(read).map((text) => text.split('\n')[0])).toEqual([
      '-----BEGIN CERTIFICATE-----',
      '-----BEGIN CERTIFICATE-----',
      '-----BEGIN PRIVATE KEY-----',
    ])
    expect(readTlsFiles({}, flags)).toEqual({})
  })

  it.each([
    [{ cert: 'm.pem', key: 'ca.key' }, /^--key .*ca\.key is not the key of --cert .*m\.pem\.$/],
    [{ cert: 'm.pem', key: 'none.pem' }, /^--key .*none\.pem holds no key in PEM, or one that is encrypted\.$/],
    [{ cert: 'none.pem', key: 'm.key' }, /^--cert .*none\.pem holds no certificate in PEM/],
    [{ cert: 'm.pem' }, /^--cert and --key go together\.$/],
    [{ ca: 'm.key' }, /^--ca .*m\.key holds no certificate in PEM/],
  ])('%j is refused', (files, message) => {
    const paths = Object.fromEntries(Object.entries(files).map(([option, name]) => [option, at(name)]))
    expect(() => readTlsFiles(paths, flags)).toThrow(message)
  })
})
