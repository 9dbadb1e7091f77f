import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

type Proxy = { readonly url: string; close(): Promise<void> }

/** What becomes of an HTML document; the address is its path with its query. */
export type Rewrite = (html: string, address: string) => string

async function pass(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  rewrite: (html: string) => string,
) {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  const body = gzipSync(rewrite(Buffer.concat(chunks).toString()))
  const { link: _announced, ...kept } = answer.headers
  const headers = {
    ...kept,
    'content-encoding': 'gzip',
    'content-length': String(body.length),
  }
  outgoing.writeHead(answer.statusCode ?? 502, headers).end(body)
}

/** A reverse proxy that rewrites HTML documents and passes everything else on as it is. */
export async function rewritingProxy(target: string, rewrite: Rewrite): Promise<Proxy> {
  const server = createServer((incoming, outgoing) => {
    const address = incoming.url ?? '/'
    const isPage = (incoming.headers.accept ?? '').includes('text/html')
    const headers = { ...incoming.headers, ...(isPage && { 'accept-encoding': 'identity' }) }
    const onward = request(
      new URL(address, target),
      { method: incoming.method, headers },
      (answer) => {
        const isDocument = (answer.headers['content-type'] ?? '').includes('text/html')
        if (isDocument) return void pass(answer, outgoing, (html) => rewrite(html, address))
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

const SCRIPTS = [/<script\b[\s\S]*?<\/script>/g, /<link\b[^>]*\bas="(?:script|fetch)"[^>]*>/g]

/** Takes the scripts out of a document, and what loads them ahead. */
export const withoutScripts: Rewrite = (html) =>
  SCRIPTS.reduce((text, pattern) => text.replace(pattern, ''), html)
