import { readTextFile } from './text-file.ts'
import { UserError } from './user-error.ts'

type TlsFiles<Value> = { [Part in 'ca' | 'cert' | 'key']?: Value }

/**
 * The content of PEM files. It is checked, since Node.js ignores a file that holds something else, or fails at the first connection.
 *
 * @param flags names of the flags that name the files
 * @throws {UserError} for a file that holds something else, and for a certificate without its key
 */
export function readTlsFiles(
  { ca, cert, key }: TlsFiles<string | undefined>,
  flags: Readonly<Required<TlsFiles<string>>>,
): TlsFiles<string> {
  if ((cert === undefined) !== (key === undefined)) throw new UserError(`${flags.cert} and ${flags.key} go together.`)
  return {
    ...(ca !== undefined && { ca: readCertificates(flags.ca, ca) }),
    ...(cert !== undefined && key !== undefined && readPair(cert, key, flags)),
  }
}

// These modules take time to load, and few commands have such files.

function readCertificates(flag: string, file: string): string {
  const text = readTextFile(file)
  const { X509Certificate } = process.getBuiltinModule('node:crypto')
  try {
    new X509Certificate(text)
    return text
  } catch {
    throw new UserError(`${flag} ${file} holds no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----.`)
  }
}

function readPair(certFile: string, keyFile: string, flags: TlsFiles<string>): { cert: string; key: string } {
  const pair = { cert: readCertificates(flags.cert ?? '', certFile), key: readTextFile(keyFile) }
  try {
    process.getBuiltinModule('node:tls').createSecureContext(pair)
    return pair
  } catch (error) {
    const differs = (error as NodeJS.ErrnoException).code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH'
    const why = differs
      ? `is not the key of ${flags.cert} ${certFile}`
      : 'holds no key in PEM, or one that is encrypted'
    throw new UserError(`${flags.key} ${keyFile} ${why}.`)
  }
}
