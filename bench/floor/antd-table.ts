import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { AddressInfo } from 'node:net'

const ROOT = resolve(import.meta.dirname, '../..')
const require = createRequire(join(ROOT, 'mf-jury/package.json'))

type Stats = { hasErrors(): boolean; toString(options: object): string }
type Bundler = (
  options: object,
  done: (error: Error | null, stats: Stats | undefined) => void,
) => unknown

/** Serves a page with antd's virtual table of `count` rows, which repeat the given ones. */
export async function serveAntdTable(folder: string, rows: unknown, count: number) {
  const webpack = require('webpack') as Bundler
  await new Promise<void>((done, fail) =>
    webpack(
      {
        mode: 'production',
        target: 'web',
        entry: join(ROOT, 'bench/pages/antd-table.mjs'),
        output: { path: folder, filename: 'antd-table.js' },
        resolve: { modules: [join(ROOT, 'mf-jury/node_modules'), 'node_modules'] },
        performance: { hints: false },
      },
      (error, stats) => {
        if (error) fail(error)
        else if (stats?.hasErrors()) fail(new Error(stats.toString({ all: false, errors: true })))
        else done()
      },
    ),
  )
  const script = await readFile(join(folder, 'antd-table.js'))
  const given = JSON.stringify({ rows, count }).replaceAll('<', '\\u003c')
  const server = createServer((request, response) => {
    const isScript = request.url === '/antd-table.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    response.end(
      isScript
        ? script
        : `<!doctype html><title>antd</title><main></main><script>globalThis.given=${given}</script><script src="/antd-table.js"></script>`,
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() }
}
