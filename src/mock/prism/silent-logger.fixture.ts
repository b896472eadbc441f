import type { PrismHttpComponents } from '@stoplight/prism-http'

const ignore = (): void => {}

/**
 * Prism builds several log lines for each request even when it prints none, which takes half of its time. Faults of the mock go to
 * `onFault` instead. The cast is needed because the type is the whole logger of another library, of which Prism calls only these methods.
 */
export const silentLogger = {
  child: () => silentLogger,
  success: ignore,
  fatal: ignore,
  error: ignore,
  warn: ignore,
  info: ignore,
  debug: ignore,
  trace: ignore,
} as unknown as PrismHttpComponents['logger']
