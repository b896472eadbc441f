import { InvalidArgumentError } from 'commander'

/** @throws {InvalidArgumentError} for a text that is not a port */
export function parsePort(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port
  throw new InvalidArgumentError('A port is a whole number from 0 to 65535.')
}
