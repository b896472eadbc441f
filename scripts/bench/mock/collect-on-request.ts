import process from 'node:process'

// Loaded into a server with `--import` and `--expose-gc`: collects garbage when a message asks for it, and answers when it is done.
process.on('message', (message) => {
  if (message !== 'collect') return
  global.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  process.send?.('collected')
})
// The channel does not keep the server from ending.
process.channel?.unref()
