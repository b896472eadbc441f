import type { PrismHttpComponents } from '@stoplight/prism-http'

const ignore = (): void => {}

/**
 * Prism builds several log lines for each request even when it prints none, which takes half its time. Faults of the mock go to `onFault`
 * instead. A cast, since the type is the whole of another library's logger, and Prism calls these methods alone.
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
