import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { format, resolveConfig } from 'prettier'

/** The generated types of the tables. */
export const TYPES_FILE = resolve(import.meta.dirname, '../src/db/schema.gen.ts')

const HEADER =
  '/* Generated from the migrations by `npm run awards -- db-types`; not edited by hand. */\n'
const run = promisify(execFile)

/** The content of `schema.gen.ts` for the tables of a database. */
export async function databaseTypes(socketDir: string, database: string): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve('kysely-codegen/package.json')
  const cli = join(manifest, '../dist/cli/bin.js')
  const out = join(socketDir, `types-${process.pid}.ts`)
  const url = `postgres://awards@localhost/${database}?host=${encodeURIComponent(socketDir)}`
  const flags = [
    '--dialect',
    'postgres',
    '--url',
    url,
    '--out-file',
    out,
    '--log-level',
    'error',
    '--date-parser',
    'string',
  ]
  await run(process.execPath, [cli, ...flags, '--exclude-pattern', 'migrations'])
  const text = await readFile(out, 'utf8')
  await rm(out)
  const body = text.replace(/^\/\*\*[\s\S]*?\*\/\s*/, '')
  return format(HEADER + body, { ...(await resolveConfig(TYPES_FILE)), parser: 'typescript' })
}

/** Rewrites the file. */
export const writeDatabaseTypes = async (socketDir: string, database: string) =>
  writeFile(TYPES_FILE, await databaseTypes(socketDir, database))
