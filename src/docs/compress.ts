import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Content } from './page.ts'

export type Encoding = 'br' | 'gzip'

/** The strongest compression takes seconds for a file of this size, in bytes, and saves little. */
const largeFile = 1_000_000

export const compress: Readonly<Record<Encoding, (content: Content) => Uint8Array>> = {
  br: (content) =>
    brotliCompressSync(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: content.length > largeFile ? 6 : 10,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: (content) => gzipSync(content, { level: 9 }),
}
