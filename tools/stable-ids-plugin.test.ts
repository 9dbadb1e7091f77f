import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

type Webpack = (
  configuration: object,
  done: (error: Error | null, stats: { hasErrors(): boolean; toString(): string }) => void,
) => void
type Plugin = new (options?: object) => object

const require = createRequire(resolve(import.meta.dirname, '../shared/package.json'))
const webpack = require('webpack') as Webpack
const { StableIdsPlugin } = require('./build/container.cjs') as { StableIdsPlugin: Plugin }
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack') as {
  ModuleFederationPlugin: Plugin
}

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

/** The entry of the same remote, built in a checkout of its own. */
async function entryBuiltInNewFolder(plugins: object[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'awards-checkout-'))
  folders.push(folder)
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'package.json'), '{"name":"mf-x","version":"1.0.0"}')
  writeFileSync(join(folder, 'src/routes.js'), 'export const routes = []')
  writeFileSync(join(folder, 'src/plugin.js'), "export default () => ({ name: 'own' })")
  const container = new ModuleFederationPlugin({
    name: 'mf_x',
    filename: 'remoteEntry.js',
    dts: false,
    manifest: false,
    exposes: { './routes': './src/routes.js' },
    runtimePlugins: [join(folder, 'src/plugin.js')],
  })
  await new Promise<void>((done, fail) =>
    webpack(
      {
        mode: 'production',
        context: folder,
        entry: {},
        devtool: false,
        output: {
          path: join(folder, 'dist'),
          publicPath: 'auto',
          uniqueName: 'mf-x',
        },
        plugins: [container, ...plugins],
      },
      (error, stats) => {
        if (error) fail(error)
        else if (stats.hasErrors()) fail(new Error(stats.toString()))
        else done()
      },
    ),
  )
  return readFileSync(join(folder, 'dist/remoteEntry.js'), 'utf8')
}

test('the same sources give the same entry in every folder', async () => {
  const first = await entryBuiltInNewFolder([new StableIdsPlugin()])
  const second = await entryBuiltInNewFolder([new StableIdsPlugin()])
  expect(second === first).toBe(true)
})
