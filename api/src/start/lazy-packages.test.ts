import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/** Packages that only some requests need, with more modules or bytes than the rest of the server is worth at its start. */
const LAZY = [
  '@aws-sdk/client-s3',
  '@stackforge-eu/factur-x',
  'ajv',
  'imapflow',
  'nodemailer',
  'pdf-lib',
  'pdfkit',
  'postal-mime',
  'prom-client',
  'qrcode',
  'sanitize-html',
  'sharp',
  'stripe',
  'world-countries',
  'yaml',
  'zip-stream',
]

const address = (file: string) => pathToFileURL(join(import.meta.dirname, file)).href

/** Packages that are loaded with a module and with those it imports. */
async function packagesOf(file: string): Promise<string[]> {
  const script = `
    import { registerHooks } from 'node:module'
    const names = new Set()
    registerHooks({
      load(url, context, next) {
        const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]
        if (name) names.add(name)
        return next(url, context)
      },
    })
    await import('${address(file)}')
    console.log(JSON.stringify([...names]))
    process.exit(0)`
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script])
  return JSON.parse(stdout) as string[]
}

test('the server starts without the packages that only some requests need', async () => {
  const loaded = await packagesOf('start-server.ts')
  expect(loaded).toContain('fastify')
  expect(LAZY.filter((name) => loaded.includes(name))).toEqual([])
})

test('the settings are read, and the database is launched, before the server is loaded', async () => {
  const loaded = await packagesOf('run-server.ts')
  expect(loaded).toEqual(expect.arrayContaining(['pg', 'zod']))
  expect(loaded.filter((name) => ['fastify', 'kysely'].includes(name))).toEqual([])
})
