import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** So many bytes of a document come at a time, and after such a pause. */
const PIECE = 1_000
const PAUSE_MS = 25
const LATE_FONT_MS = 600

/** A line to a site over which documents come in pieces, and the letters of the site after all else. */
export async function slowLine(site: string) {
  const server = createServer((asked, answer) => {
    const onward = request(site + asked.url, {
      method: asked.method ?? 'GET',
      // The pieces are those of the page, not of its packing.
      headers: { ...asked.headers, 'accept-encoding': 'identity' },
    })
    onward.on('response', (found) => void send(found, asked.url ?? '', answer))
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function send(found: IncomingMessage, address: string, answer: ServerResponse) {
  if (address.endsWith('.woff2')) await delay(LATE_FONT_MS)
  answer.writeHead(found.statusCode ?? 502, found.headers)
  if (!found.headers['content-type']?.startsWith('text/html')) return void found.pipe(answer)
  const document = Buffer.concat(await found.toArray())
  for (let from = 0; from < document.length; from += PIECE) {
    answer.write(document.subarray(from, from + PIECE))
    await delay(PAUSE_MS)
  }
  answer.end()
}
