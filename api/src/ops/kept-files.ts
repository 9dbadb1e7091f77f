import { createReadStream, existsSync } from 'node:fs'
import { chmod, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Storage, writeWithChecksum } from '../files/storage/storage.ts'
import { KEPT, type Manifest } from './backup-manifest.ts'
import { forEachConcurrently, readFileList, fileVault, type ListedFile } from './file-vault.ts'

type KeptFile = Manifest['kept'][number]

/** Files of the data folder that cannot be regenerated: keys, and invoices queued for the invoicing platform. */
const KEYS = ['secret', 'certificate-key.pem']
const OUTBOX = join('outbox', 'pa')

/** Copies the anchors of the audit chain; before the rows, so that the rows contain every anchored entry. */
export const backUpAnchors = (dataDir: string, backup: string): Promise<KeptFile[]> =>
  copyAll(dataDir, backup, ['audit-anchors.log'])

/** Copies keys and queued invoices with mode 600. */
export async function backUpFiles(dataDir: string, backup: string): Promise<KeptFile[]> {
  const waiting = await readdir(join(dataDir, OUTBOX)).catch(() => [])
  const invoices = waiting.filter((name) => !name.endsWith('.part'))
  return copyAll(dataDir, backup, [...KEYS, ...invoices.map((name) => join(OUTBOX, name))])
}

async function copyAll(dataDir: string, backup: string, paths: readonly string[]) {
  const kept: KeptFile[] = []
  for (const path of paths.filter((one) => existsSync(join(dataDir, one)))) {
    const copied = await copy(join(dataDir, path), join(backup, KEPT, path))
    kept.push({ path: path.replaceAll('\\', '/'), ...copied })
  }
  return kept
}

/** Restores these files; overwrites a secret that the process has created meanwhile. */
export async function restoreKeptFiles(backup: string, dataDir: string, kept: readonly KeptFile[]) {
  for (const { path } of kept) await copy(join(backup, KEPT, path), join(dataDir, path))
}

async function copy(from: string, to: string) {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const copied = await writeWithChecksum(createReadStream(from), to)
  await chmod(to, 0o600)
  return copied
}

const CONCURRENCY = 4

/** Restores each file that the storage lacks; returns the keys of files that are damaged in the backup. */
export async function restoreFiles(
  { root, id }: { root: string; id: string },
  storage: Storage,
  wants: (key: string) => boolean = () => true,
): Promise<string[]> {
  const vault = fileVault(root)
  const damaged: string[] = []

  async function put({ key, bytes, sha256 }: ListedFile) {
    if (!wants(key) || (await storage.size(key)) === bytes) return
    if (await vault.has({ bytes, sha256 })) {
      const written = await storage.put(key, vault.read(sha256))
      if (written.sha256 === sha256) return
      await storage.remove(key)
    }
    damaged.push(key)
  }

  await forEachConcurrently(readFileList(join(root, id)), CONCURRENCY, put)
  return damaged
}
