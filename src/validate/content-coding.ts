import type { Transform } from 'node:stream'
import zlib from 'node:zlib'

export interface ContentCoding {
  createDecoder(): Transform
  /** @throws {Error} for bytes that are not in this coding, or unpack to more than `maxOutputLength` */
  decode(bytes: Uint8Array, options: { maxOutputLength: number }): Buffer
}

const gzip: ContentCoding = { createDecoder: () => zlib.createUnzip(), decode: zlib.unzipSync }
const codings = new Map<string, ContentCoding>([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', { createDecoder: () => zlib.createInflate(), decode: zlib.unzipSync }],
  ['br', { createDecoder: () => zlib.createBrotliDecompress(), decode: zlib.brotliDecompressSync }],
])
// Older versions of Node that this package supports do not have it.
if (typeof zlib.createZstdDecompress === 'function')
  codings.set('zstd', { createDecoder: () => zlib.createZstdDecompress(), decode: zlib.zstdDecompressSync })

/** The coding that `Content-Encoding` names. Undefined for none; `unknown` for one that cannot be undone here. */
export function contentCodingOf(contentEncoding = ''): ContentCoding | 'unknown' | undefined {
  const name = contentEncoding.trim().toLowerCase()
  return name === '' || name === 'identity' ? undefined : (codings.get(name) ?? 'unknown')
}
