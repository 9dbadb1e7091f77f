import { MANIFEST_FILE, ROUTE_ASSETS_FILE, ReleaseManifest } from '@awards/shared/releases'
import { isCode, sizesByPage } from '../../../platform/src/registry/gates/gates-predecessor.ts'
import { RouteAssets } from '../../../platform/src/site/route-assets.ts'
import { CommandError } from '../command.ts'

/** Bytes of scripts and styles of a page, before and after; undefined for a page that the other release has not. */
export type PageSize = {
  readonly path: string
  readonly now: number
  readonly before: number | undefined
}

/** Bytes by page of a published release, from the files that its site serves. */
async function sizesOf(site: string, name: string, version: string) {
  const get = async (path: string) => {
    const answer = await fetch(`${site}/mfe/${name}/${version}/${path}`)
    if (!answer.ok) throw new CommandError(`${answer.url} answered ${answer.status}.`)
    return Buffer.from(await answer.arrayBuffer())
  }
  const json = async (path: string): Promise<unknown> => JSON.parse((await get(path)).toString())
  const { integrity } = ReleaseManifest.parse(await json(MANIFEST_FILE))
  const assets = RouteAssets.safeParse(await json(ROUTE_ASSETS_FILE)).data
  const code = Object.keys(integrity).filter((path) => isCode(path) && !path.startsWith('server/'))
  const sizes = await Promise.all(
    code.map(async (path) => [path, (await get(path)).length] as const),
  )
  return sizesByPage(new Map(sizes), assets)
}

/** Compares the pages of a release with those of the one beside it. */
export async function pageSizes(
  site: string,
  name: string,
  { version, beside }: { version: string; beside: string | undefined },
): Promise<PageSize[]> {
  const now = await sizesOf(site, name, version)
  const before = beside === undefined ? undefined : await sizesOf(site, name, beside)
  return [...now].map(([path, bytes]) => ({ path, now: bytes, before: before?.get(path) }))
}
