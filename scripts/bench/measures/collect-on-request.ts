import process from 'node:process'

// Loaded into a server with `--import`, beside `--expose-gc`: collects garbage when a message asks for it, and says when it is done.
process.on('message', (message) => {
  if (message !== 'collect') return
  global.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  process.send?.('collected')
})
// The server ends when it would have ended without this.
process.channel?.unref()
