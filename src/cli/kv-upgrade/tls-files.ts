import { X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { UnusableInput } from '../../kv-upgrade/unusable-input.ts'
import { readText } from './read-text.ts'

export interface TlsFlags {
  cacert?: string
  cert?: string
  key?: string
}

/** What the files of the TLS options hold; a file that holds something else would be ignored, or end in a fault at the first connection. */
export function readTlsFiles({ cacert, cert, key }: TlsFlags): { ca?: string; cert?: string; key?: string } {
  if ((cert === undefined) !== (key === undefined)) throw new UnusableInput('--cert and --key go together.')
  return {
    ...(cacert === undefined ? {} : { ca: readCertificates('--cacert', cacert) }),
    ...(cert === undefined || key === undefined ? {} : readPair(cert, key)),
  }
}

function readCertificates(option: string, file: string): string {
  const text = readText(file)
  try {
    new X509Certificate(text)
    return text
  } catch {
    throw new UnusableInput(
      `${option} ${file} holds no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----.`,
    )
  }
}

function readPair(certFile: string, keyFile: string): { cert: string; key: string } {
  const pair = { cert: readCertificates('--cert', certFile), key: readText(keyFile) }
  try {
    createSecureContext(pair)
    return pair
  } catch (error) {
    const differs = (error as NodeJS.ErrnoException).code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH'
    const why = differs ? `is not the key of --cert ${certFile}` : 'holds no key in PEM, or one that is encrypted'
    throw new UnusableInput(`--key ${keyFile} ${why}.`)
  }
}
