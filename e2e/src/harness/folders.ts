import { rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made: string[] = []

/** A folder that the database's own account can enter; it goes with the process. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'awards-e2e-'))
  await chmod(folder, 0o755)
  if (made.length === 0) process.once('exit', removeFolders)
  made.push(folder)
  return folder
}

function removeFolders() {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
}
