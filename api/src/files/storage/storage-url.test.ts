import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '../../start/parse-config.ts'
import { readStorageUrl } from './s3-bucket.ts'

const read = (rest: string) => readStorageUrl(`s3://key:se%2Fcret@${rest}`)

test('parses an S3 address into endpoint, region, bucket, prefix and keys', () => {
  expect(read('minio:9000/awards?tls=off')).toEqual({
    endpoint: 'http://minio:9000',
    region: 'us-east-1',
    bucket: 'awards',
    prefix: '',
    accessKeyId: 'key',
    secretAccessKey: 'se/cret',
    pathStyle: true,
  })
  expect(
    read('s3.eu-west-3.amazonaws.com/awards/site/one?region=eu-west-3&style=host'),
  ).toMatchObject({
    endpoint: 'https://s3.eu-west-3.amazonaws.com',
    region: 'eu-west-3',
    pathStyle: false,
    prefix: 'site/one/',
  })
})

test.each([
  ['https://host/bucket', /is not the address of a bucket/],
  ['s3://host/bucket', /has no key or no secret/],
  ['s3://key:se%ZZcret@host/bucket', /has no key or no secret/],
  ['s3://key:secret@host', /has no bucket/],
  ['s3://key:secret@host/Bucket', /has no bucket/],
  ['s3://key:secret@host/bucket/a b', /a folder after the bucket/],
  ['s3://key:secret@host/bucket?tls=no', /a setting it does not know/],
  ['s3://key:secret@host/bucket?acl=public', /a setting it does not know/],
])('refuses %s without printing the secret', (given, words) => {
  const answer = readStorageUrl(given)
  expect(answer).toMatch(words)
  expect(answer).not.toMatch(/secret@|se%ZZ/)
})

// Decision 27.
test('a process with DATABASE_URL and STORAGE_URL requires SECRET and CERTIFICATE_KEY', () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'))
  const several = {
    DATA_DIR: folder,
    DATABASE_URL: 'postgres://awards@db/awards',
    STORAGE_URL: 's3://key:hidden-word@storage/awards',
  }
  expect(() => parseConfig(several)).toThrow(/SECRET is missing[^]*CERTIFICATE_KEY is missing/)
  const { privateKey } = generateKeyPairSync('ed25519')
  const CERTIFICATE_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const config = parseConfig({ ...several, CERTIFICATE_KEY, SECRET: 'x'.repeat(32) })
  expect(config).toMatchObject({
    storageBucket: { bucket: 'awards' },
    registryBucket: { bucket: 'awards' },
  })
  expect(parseConfig({ DATA_DIR: folder }).registryBucket).toBeUndefined()

  const wrong = { ...several, STORAGE_URL: 's3://key:hidden-word@storage/A' }
  expect(() => parseConfig(wrong)).toThrow(/STORAGE_URL has no bucket/)
  expect(() => parseConfig(wrong)).not.toThrow(/hidden-word/)
})

test('a shared registry keeps its releases in a folder or in a bucket, not in both', () => {
  const own = {
    DATA_DIR: mkdtempSync(join(tmpdir(), 'config-')),
    STORAGE_URL: 's3://key:word@storage/own',
  }
  const bucket = { REGISTRY_STORAGE_URL: 's3://key:hidden-word@storage/shared' }
  const folder = { REGISTRY_FILES_DIR: '/srv/shared' }
  expect(parseConfig({ ...own, ...bucket }).registryBucket).toMatchObject({ bucket: 'shared' })
  expect(parseConfig({ ...own, ...folder })).toMatchObject({
    registryBucket: undefined,
    registryFilesDir: '/srv/shared',
  })
  expect(() => parseConfig({ ...own, ...bucket, ...folder })).toThrow(
    /are both given; keep the one/,
  )
})
