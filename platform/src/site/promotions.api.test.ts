import { CHANNELS, manifestUrl, parseDiscovery, releaseFolder } from '@awards/shared/releases'
import type { DeployedVersion, DiscoveryDocument } from '@awards/shared/releases'
import { registryFixture, sha384 } from '../../../api/test/registry-fixture.ts'
import { testApi } from '../../../api/test/test-api.ts'
import { buildApp } from '../../../api/src/start/build-app.ts'
import { channelsService } from '../registry/channels.service.ts'
import { registryReader } from '../registry/discovery/reader.ts'

// Uses a folder as storage, not a bucket: without a proxy cache the files are read thousands of times.
const api = await testApi({ CHANNEL: 'staging', STORAGE_URL: '' })
const { release } = registryFixture(api)

const PROMOTIONS = 100
// Eight reads per promotion, as at two hundred reads a second with a promotion every 40 ms; independent of machine speed.
const READS_PER_PROMOTION = 8
const REMOTES = ['mf-public', 'mf-jury']
const VERSIONS = ['1.0.0', '1.1.0', '1.2.0', '1.3.0']

const text = (versions: readonly DeployedVersion[]) =>
  versions
    .map((one) => `${one.version} ${one.traffic} ${one.default}`)
    .sort()
    .join()

/** The next deployment of a remote: all traffic to a version, with the previous one as default. */
function deploymentAt(round: number): DeployedVersion[] {
  const version = VERSIONS[round % VERSIONS.length] ?? ''
  const before = VERSIONS[(round + VERSIONS.length - 1) % VERSIONS.length] ?? ''
  return [
    { version, traffic: round % 3 === 0 ? 30 : 100, default: false },
    { version: before, traffic: round % 3 === 0 ? 70 : 0, default: true },
  ]
}

test('scenario 11: eight hundred reads during a hundred promotions never see a partial one', async () => {
  proves('scenario 11')
  for (const name of REMOTES) for (const version of VERSIONS) await release(name, version)
  const { promote } = channelsService(api.context)
  // Two processes: one changes the channel, the other only reads.
  const { db, context } = api
  const registry = registryReader({ db, storage: context.registryStorage, log: context.log })
  const apps = [api.app, buildApp({ ...context, registry })]
  const known = new Map(REMOTES.map((name) => [name, new Set<string>()]))
  const revisions = new Map(REMOTES.map((name) => [name, 0]))

  async function change(round: number) {
    const name = REMOTES[round % REMOTES.length] ?? ''
    const versions = deploymentAt(round)
    known.get(name)?.add(text(versions))
    const revision = revisions.get(name) ?? 0
    const target = { channel: CHANNELS[1], name }
    const promotion = { versions, reason: '', accept_failures: false }
    await promote(target, promotion, { by: 'test', revision })
    revisions.set(name, revision + 1)
  }

  async function check(app: typeof api.app, document: DiscoveryDocument) {
    for (const [name, entries] of Object.entries(document.microFrontends)) {
      const listed = entries.map(({ metadata, deployment }) => ({
        version: metadata.version,
        ...deployment,
      }))
      expect(known.get(name)).toContain(text(listed))
      for (const { url, metadata } of entries) {
        expect(url).toBe(manifestUrl(name, metadata.version))
        const manifest = await app.inject(url)
        expect(manifest.statusCode).toBe(200)
        expect(sha384(manifest.rawPayload)).toBe(metadata.integrity)
        const entry = await app.inject(`${releaseFolder(name, metadata.version)}remoteEntry.js`)
        expect(sha384(entry.rawPayload)).toBe(manifest.json().integrity['remoteEntry.js'])
      }
    }
  }

  for (const round of REMOTES.keys()) await change(round)
  let reads = 0
  const failures: unknown[] = []
  async function read() {
    const app = apps[reads % apps.length] ?? api.app
    reads += 1
    const answer = await app.inject('/discovery.json')
    expect(answer.statusCode).toBe(200)
    await check(app, parseDiscovery(answer.json()))
  }
  const reader = () => read().catch((error: unknown) => void failures.push(error))
  for (let round = 0; round < PROMOTIONS; round++) {
    const readers = Array.from({ length: READS_PER_PROMOTION }, reader)
    await Promise.all([change(round + REMOTES.length), ...readers])
  }
  await apps[1]?.close()

  expect(failures).toEqual([])
  const audit = await db
    .selectFrom('mfe_audit')
    .select('id')
    .where('action', '=', 'promote')
    .execute()
  expect(audit).toHaveLength(PROMOTIONS + REMOTES.length)
}, 240_000)
