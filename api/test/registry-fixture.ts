import { createHash } from 'node:crypto'
import {
  containerGlobal,
  containerName,
  CONTRACT_KEY,
  MANIFEST_FILE,
  ROUTE_ASSETS_FILE,
  tableRoutes,
  type Channel,
  type DeployedVersion,
  type MenuEntry,
  type RemoteRoute,
} from '@awards/shared/releases'
import { releaseKey } from '../../platform/src/registry/registry.types.ts'
import { NO_ASSETS } from '../../platform/src/site/route-assets.ts'
import type { TestApi } from './test-api.ts'

export const sha384 = (bytes: string | Buffer) =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`

type Given = {
  readonly files?: Readonly<Record<string, string>>
  readonly routes?: readonly RemoteRoute[]
  readonly preview?: boolean
  readonly menu?: readonly MenuEntry[]
  readonly assets?: object
  /** Built as `Integrity-Policy` demands. */
  readonly sealed?: true
}

/** Inserts releases and deployments into the registry of a test. */
export function registryFixture({ db, context }: Pick<TestApi, 'db' | 'context'>) {
  async function release(name: string, version: string, given: Given = {}) {
    const contents: Record<string, string> = {
      'remoteEntry.js': `var ${containerGlobal(name, version)} = "${name} ${version}"`,
      [ROUTE_ASSETS_FILE]: JSON.stringify({
        ...NO_ASSETS,
        sealed: given.sealed === true,
        ...given.assets,
      }),
      ...given.files,
    }
    const routes = given.routes ?? tableRoutes(name)
    const manifest = {
      name: containerName(name),
      metaData: {
        name: containerName(name),
        globalName: containerGlobal(name, version),
        publicPath: 'auto',
        buildInfo: { buildVersion: version },
        remoteEntry: { name: 'remoteEntry.js', path: '', type: 'global' },
      },
      remotes: [],
      exposes: [{ path: './routes' }],
      shared: [{ name: CONTRACT_KEY, version: '1.0.0', requiredVersion: '^1.0.0' }],
      integrity: Object.fromEntries(
        Object.entries(contents).map(([path, text]) => [path, sha384(text)]),
      ),
      routes,
      ...(given.menu && { menu: given.menu }),
      ...(given.sealed && { sealed: true }),
    }
    contents[MANIFEST_FILE] = JSON.stringify(manifest)
    for (const [path, text] of Object.entries(contents)) {
      await context.registryStorage.put(releaseKey(name, version, path), Buffer.from(text))
    }
    const integrity = sha384(contents[MANIFEST_FILE])
    const files = Object.entries(contents).map(([path, text]) => [
      path,
      { bytes: Buffer.byteLength(text), integrity: sha384(text) },
    ])
    await db
      .insertInto('mfe_releases')
      .values({
        name,
        version,
        digest: createHash('sha256').update(integrity).digest('hex'),
        integrity,
        manifest: JSON.stringify(manifest),
        files: JSON.stringify(Object.fromEntries(files)),
        routes: JSON.stringify(routes),
        preview: given.preview ?? false,
        published_by: 'test',
        published_at: context.clock(),
      })
      .execute()
    return { integrity }
  }

  let revision = 0

  /** Deploys one version to all traffic, or several with their traffic shares. */
  async function deploy(
    channel: Channel,
    name: string,
    given: string | readonly DeployedVersion[],
    withdrawn: readonly string[] = [],
  ) {
    const versions =
      typeof given === 'string' ? [{ version: given, traffic: 100, default: true }] : given
    revision += 1
    const row = {
      revision,
      versions: JSON.stringify(versions),
      withdrawn: JSON.stringify(withdrawn),
    }
    await db
      .insertInto('mfe_deployments')
      .values({ channel, name, ...row })
      .onConflict((conflict) => conflict.columns(['channel', 'name']).doUpdateSet(row))
      .execute()
    context.registry.invalidate()
  }

  return { release, deploy }
}
