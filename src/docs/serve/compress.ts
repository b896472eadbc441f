import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Content } from '../page.ts'

export type Encoding = 'br' | 'gzip'

/** From this size on, in bytes, quality 10 takes half a second and more, and saves a tenth. */
const largeFile = 500_000

export const compress: Readonly<Record<Encoding, (content: Content) => Uint8Array>> = {
  br: (content) =>
    brotliCompressSync(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: content.length > largeFile ? 9 : 10,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: (content) => gzipSync(content, { level: 9 }),
}
