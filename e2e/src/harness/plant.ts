import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { query } from './database.ts'
import { digestOf, integrityOf, manifestOf, type Release } from './release.ts'
import type { Site } from './site.ts'
import { until } from './until.ts'

/**
 * Puts a release into the registry behind its back, as somebody could who can write to the database
 * and the disk: no gate has seen it. It is given to everybody, with `good` as the known good version.
 */
export async function plant(site: Site, release: Release, good: Release): Promise<void> {
  const { name, version, files } = release
  for (const [path, bytes] of files) {
    const file = join(site.dataDir, 'files/mfe', name, version, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
  const listed = [...files].map(([path, bytes]) => [
    path,
    { bytes: bytes.length, integrity: digestOf(bytes) },
  ])
  await query(
    site,
    `insert into mfe_releases
       (name, version, digest, integrity, manifest, files, routes, published_by, published_at)
     select $1, $2, $3, $4, $5, $6, routes, 'nobody', now()
       from mfe_releases where name = $1 and version = $7`,
    [
      name,
      version,
      createHash('sha256').update(version).digest('hex'),
      integrityOf(release),
      JSON.stringify(manifestOf(good)),
      JSON.stringify(Object.fromEntries(listed)),
      good.version,
    ],
  )
  const versions = [
    { version, traffic: 100, default: false },
    { version: good.version, traffic: 0, default: true },
  ]
  await query(
    site,
    "update mfe_deployments set versions = $1 where channel = 'production' and name = $2",
    [JSON.stringify(versions), name],
  )
  await untilInDiscovery(site, name, version)
}

/** Waits until every machine of the site gives a release to visitors, or none does any more; each looks into its registry now and then. */
export async function untilInDiscovery(
  { url, replicas }: Pick<Site, 'url' | 'replicas'>,
  name: string,
  version: string,
  isWanted = true,
) {
  const machines = [url, ...replicas]
  const isNamed = async (machine: string) =>
    (await (await fetch(`${machine}/discovery.json`)).text()).includes(`/${name}/${version}/`)
  await until(
    () => Promise.all(machines.map(isNamed)),
    machines.map(() => isWanted),
  )
}
