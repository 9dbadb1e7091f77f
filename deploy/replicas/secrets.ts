import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What all processes of a site sign with: made on the first start, the same ever after. */
export function secretsIn(folder: string): { SECRET: string; CERTIFICATE_KEY: string } {
  const file = join(folder, 'secrets.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const { privateKey } = generateKeyPairSync('ed25519')
  const secrets = {
    SECRET: randomBytes(32).toString('base64url'),
    CERTIFICATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}
