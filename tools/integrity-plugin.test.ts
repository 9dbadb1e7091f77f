import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createContext, runInContext } from 'node:vm'

type Webpack = (
  configuration: object,
  done: (
    error: Error | null,
    stats: { hasErrors(): boolean; toString(how: string): string },
  ) => void,
) => void
type Plugin = new (options?: object) => object

const require = createRequire(resolve(import.meta.dirname, '../shared/package.json'))
const webpack = require('webpack') as Webpack
const MiniCssExtractPlugin = require('mini-css-extract-plugin') as Plugin & { loader: string }
const IntegrityPlugin = require('./build/plugins/integrity-plugin.cjs') as Plugin

let folder: string
let runtime: string

/** A page with a script and a style that are loaded later. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'awards-integrity-'))
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'src/index.js'), "window.load = () => import('./page.js')")
  writeFileSync(join(folder, 'src/page.js'), "import './page.css'\nexport const page = 1")
  writeFileSync(join(folder, 'src/page.css'), '.page { color: red }')
  await new Promise<void>((done, fail) =>
    webpack(
      {
        mode: 'production',
        context: folder,
        entry: './src/index.js',
        target: ['web', 'es2022'],
        output: {
          path: join(folder, 'dist'),
          publicPath: '/',
          chunkFilename: '[contenthash].js',
        },
        module: {
          rules: [
            {
              test: /\.css$/,
              use: [MiniCssExtractPlugin.loader, require.resolve('css-loader')],
            },
          ],
        },
        plugins: [
          new MiniCssExtractPlugin({ chunkFilename: '[contenthash].css' }),
          new IntegrityPlugin(),
        ],
      },
      (error, stats) => {
        if (error) fail(error)
        else if (stats.hasErrors()) fail(new Error(stats.toString('errors-only')))
        else done()
      },
    ),
  )
  runtime = readFileSync(join(folder, 'dist/main.js'), 'utf8')
})
afterAll(() => rmSync(folder, { recursive: true }))

// The limit of a load would keep the test alive.
const timers = { setTimeout: () => 0, clearTimeout: () => undefined }

type Tag = { tagName: string; src?: string; href?: string; integrity?: string; onload?: unknown }

/** Runs the page in a document that only writes down what is put into it. */
function open(text: string) {
  const put: Tag[] = []
  const element = (tagName: string) => ({ tagName, setAttribute: () => undefined })
  const document = {
    createElement: element,
    getElementsByTagName: () => [],
    head: { appendChild: (tag: Tag) => put.push(tag) },
  }
  const window: { load?: () => Promise<unknown>; location: object } = {
    location: { origin: 'http://localhost' },
  }
  runInContext(text, createContext({ window, self: window, document, ...timers }))
  return { put, load: () => window.load?.() ?? Promise.resolve() }
}

const fileOf = (ending: string) => {
  const name = readdirSync(join(folder, 'dist')).find(
    (one) => one.endsWith(ending) && one !== 'main.js',
  )
  return readFileSync(join(folder, 'dist', name ?? ''))
}
const digest = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

test('a script and a style are asked for with their digests', () => {
  const { put, load } = open(runtime)
  void load().catch(() => undefined)
  expect(put.find(({ tagName }) => tagName === 'script')?.integrity).toBe(digest(fileOf('.js')))
  expect(put.find(({ tagName }) => tagName === 'link')?.integrity).toBe(digest(fileOf('.css')))
})

test.each(['.js', '.css'])(
  'without the digest of a %s nothing of it is asked for',
  async (ending) => {
    const { put, load } = open(runtime.replace(digest(fileOf(ending)), ''))
    await expect(load()).rejects.toThrow(/integrity/)
    expect(put.filter(({ tagName }) => tagName === (ending === '.js' ? 'script' : 'link'))).toEqual(
      [],
    )
  },
)

test('a second try is refused too, and does not hang', async () => {
  const { load } = open(runtime.replace(digest(fileOf('.js')), ''))
  await expect(load()).rejects.toThrow(/integrity/)
  await expect(load()).rejects.toThrow(/integrity/)
})
