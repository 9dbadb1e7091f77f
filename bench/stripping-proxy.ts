import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const ANNOUNCEMENTS = [
  /<link\b[^>]*\brel="(?:preload|modulepreload)"[^>]*>/g,
  /<script\b[^>]*\bid="discovery"[^>]*>[\s\S]*?<\/script>/g,
]

export type Proxy = { readonly url: string; close(): Promise<void> }

const withoutAnnouncements = (html: string) =>
  ANNOUNCEMENTS.reduce((text, pattern) => text.replace(pattern, ''), html)

async function rewrite(answer: IncomingMessage, outgoing: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  const body = Buffer.from(withoutAnnouncements(Buffer.concat(chunks).toString()))
  const { link: _announced, ...kept } = answer.headers
  const headers = { ...kept, 'content-length': String(body.length) }
  outgoing.writeHead(answer.statusCode ?? 502, headers).end(body)
}

/**
 * A proxy in front of a site, which takes the announcements out of the documents if told so. Every
 * variant of a measurement goes through one, so that all pay the same for it.
 */
export async function strippingProxy(target: string, isStripping: boolean): Promise<Proxy> {
  const server = createServer((incoming, outgoing) => {
    const isPage = (incoming.headers.accept ?? '').includes('text/html')
    const headers = { ...incoming.headers, ...(isPage && { 'accept-encoding': 'identity' }) }
    const onward = request(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method, headers },
      (answer) => {
        const isDocument = (answer.headers['content-type'] ?? '').includes('text/html')
        if (isStripping && isDocument) return void rewrite(answer, outgoing)
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
