import { readdirSync, utimesSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { query } from '../../e2e/src/harness/database.ts'
import { runToEnd } from '../../e2e/src/harness/start.ts'
import type { Site } from '../../e2e/src/harness/site.ts'
import {
  FILE_COLUMNS,
  referencesQuery,
} from '../../api/src/files/storage/file-references.repository.ts'

/** Stored files that no row names. */
export async function strayFiles(site: Pick<Site, 'dataDir'>): Promise<string[]> {
  const folder = join(site.dataDir, 'files')
  const tables = new Set(FILE_COLUMNS.map(({ table }) => table))
  const rows = await query<{ key: string }>(site, referencesQuery(tables))
  const named = new Set(rows.map(({ key }) => key))
  return readdirSync(join(folder, 'private'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((key) => !named.has(key))
}

/** `npm run awards -- files check --remove`, two days later; gives what is left. */
export async function reconcile(site: Pick<Site, 'dataDir'>, stray: readonly string[]) {
  const then = Date.now() / 1_000 - 2 * 86_400
  for (const key of stray) utimesSync(join(site.dataDir, 'files', key), then, then)
  const script = 'api/src/ops/files.cli.ts'
  const { code, said } = await runToEnd(script, ['check', '--remove'], { DATA_DIR: site.dataDir })
  if (code !== 0) throw new Error(`The reconciliation found something missing:\n${said}`)
  return strayFiles(site)
}
