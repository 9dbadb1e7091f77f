import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

// Floor of an upload: pipes the body into a file; `/synced` also flushes it to disk (fsync). Argument: the folder.
const [, , folder = ''] = process.argv
let count = 0
const server = createServer(async (request, response) => {
  const flush = request.url === '/synced'
  await pipeline(request, createWriteStream(join(folder, `floor-${count++}`), { flush }))
  response.writeHead(204).end()
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit(0))
