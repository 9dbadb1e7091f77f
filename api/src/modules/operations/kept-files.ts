import { createReadStream, existsSync } from 'node:fs'
import { chmod, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { KEPT } from './backup-manifest.ts'
import type { Manifest } from './backup-manifest.ts'
import { writeDigested } from './file-vault.ts'

type KeptFile = Manifest['kept'][number]

/** What of the data folder cannot be made again: keys, and invoices on their way to the platform. */
const SINGLE = ['secret', 'certificate-key.pem']
const OUTBOX = join('outbox', 'pa')

/** Copies them, readable for their owner alone. */
export async function keepFiles(dataDir: string, backup: string): Promise<KeptFile[]> {
  const waiting = await readdir(join(dataDir, OUTBOX)).catch(() => [])
  const invoices = waiting.filter((name) => !name.endsWith('.part'))
  const paths = [
    ...SINGLE.filter((name) => existsSync(join(dataDir, name))),
    ...invoices.map((name) => join(OUTBOX, name)),
  ]
  const kept: KeptFile[] = []
  for (const path of paths) {
    const copied = await copy(join(dataDir, path), join(backup, KEPT, path))
    kept.push({ path: path.replaceAll('\\', '/'), ...copied })
  }
  return kept
}

/** Puts them back; what has come there meanwhile by the settings of the process is written over. */
export async function putBack(backup: string, dataDir: string, kept: readonly KeptFile[]) {
  for (const { path } of kept) await copy(join(backup, KEPT, path), join(dataDir, path))
}

async function copy(from: string, to: string) {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const copied = await writeDigested(createReadStream(from), to)
  await chmod(to, 0o600)
  return copied
}
