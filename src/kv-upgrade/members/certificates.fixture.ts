import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Why no certificates can be made here; undefined where they can. */
export function whyNoCertificates(): string | undefined {
  return spawnSync('openssl', ['version']).error ? 'openssl, which makes the certificates, is not installed' : undefined
}

/** An authority, and a certificate of it for 127.0.0.1 that serves both sides. */
export function makeCertificates(folder: string): { ca: string; cert: string; key: string } {
  const at = (name: string) => join(folder, name)
  const openssl = (command: string) => execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'pipe' })
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
  writeFileSync(at('names'), 'subjectAltName=IP:127.0.0.1')
  openssl(`req -x509 ${key} -keyout ca.key -out ca.pem -subj /CN=test-authority -days 2`)
  openssl(`req -new ${key} -keyout m.key -out m.csr -subj /CN=m1`)
  openssl('x509 -req -in m.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out m.pem -days 2 -extfile names')
  const read = (name: string) => readFileSync(at(name), 'utf8')
  return { ca: read('ca.pem'), cert: read('m.pem'), key: read('m.key') }
}
