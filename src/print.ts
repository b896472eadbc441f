import { printableLines } from './printable.ts'

let isRead = true

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  isRead = false
  // A reader that stops reading (`| head`) does not change the exit code.
  if (error.code === 'EPIPE') return
  console.error(`standard output: it cannot be written (${error.code}); make room, or send it elsewhere`)
  process.exitCode = 2
})

/** Prints, and waits for a slow reader. */
export function print(text: string, stream: NodeJS.WriteStream = process.stdout): Promise<void> {
  return new Promise((resolve) => {
    if (isRead) stream.write(printableLines(text), () => resolve())
    else resolve()
  })
}
