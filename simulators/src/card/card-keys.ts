import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

const FILE = 'card-keys.json'

export type CardKeys = { secretKey: string; webhookSecret: string }

/** The merchant's keys: made on the first start, the same ever after. */
export async function cardKeys(directory: string): Promise<CardKeys> {
  const file = path.join(directory, FILE)
  const kept = await readFile(file, 'utf8').catch(() => undefined)
  if (kept) return JSON.parse(kept) as CardKeys
  const keys = {
    secretKey: `sk_test_${randomBytes(36).toString('hex')}`,
    webhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
  }
  await writeFile(`${file}.new`, JSON.stringify(keys, null, 2), { mode: 0o600 })
  await rename(`${file}.new`, file)
  return keys
}
