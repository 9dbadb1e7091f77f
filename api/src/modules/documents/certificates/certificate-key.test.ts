import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '../../../start/parse-config.ts'
import { certificateKey, certificateSigner } from './certificate-key.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'certificate-key-'))
const idOf = (given: string | undefined, dataDir: string) =>
  certificateSigner(certificateKey(given, dataDir)).publicKey.kid

test('a key is generated once, and only its owner may read it', () => {
  const dataDir = folder()
  expect(idOf(undefined, dataDir)).toBe(idOf(undefined, dataDir))
  expect(idOf(undefined, dataDir)).not.toBe(idOf(undefined, folder()))
  expect(statSync(join(dataDir, 'certificate-key.pem')).mode & 0o777).toBe(0o600)
})

test('a key of the environment comes first, in one line too', () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }))
  expect(idOf(pem.replaceAll('\n', '\\n'), folder())).toBe(idOf(pem, folder()))
})

test('an invalid key, or one of another kind, fails at start', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const rsa = String(privateKey.export({ format: 'pem', type: 'pkcs8' }))
  for (const CERTIFICATE_KEY of ['nothing', rsa]) {
    expect(() => parseConfig({ DATA_DIR: folder(), CERTIFICATE_KEY })).toThrow(/CERTIFICATE_KEY/)
  }
})
