import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

export type Proxy = { readonly url: string; close(): Promise<void> }

const SCRIPTS = [/<script\b[\s\S]*?<\/script>/g, /<link\b[^>]*\bas="(?:script|fetch)"[^>]*>/g]

type Rewrite = (html: string) => string

const without =
  (patterns: readonly RegExp[]): Rewrite =>
  (html) =>
    patterns.reduce((text, pattern) => text.replace(pattern, ''), html)

/** What is done to the documents on their way. */
export const REWRITES = {
  nothing: (html: string) => html,
  scripts: without(SCRIPTS),
} as const

async function pass(answer: IncomingMessage, outgoing: ServerResponse, rewrite: Rewrite) {
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

/**
 * A proxy in front of a site, which takes something out of the documents. Every variant of a
 * measurement goes through one, so that all pay the same for it.
 */
export async function strippingProxy(target: string, rewrite: Rewrite): Promise<Proxy> {
  const server = createServer((incoming, outgoing) => {
    const isPage = (incoming.headers.accept ?? '').includes('text/html')
    const headers = { ...incoming.headers, ...(isPage && { 'accept-encoding': 'identity' }) }
    const onward = request(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method, headers },
      (answer) => {
        const isDocument = (answer.headers['content-type'] ?? '').includes('text/html')
        if (isDocument) return void pass(answer, outgoing, rewrite)
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
