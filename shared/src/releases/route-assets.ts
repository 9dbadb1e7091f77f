import { z } from 'zod'
import { ENTRY_FILE } from './names.ts'

const Catalogs = z.object({
  en: z.array(z.string()),
  fr: z.array(z.string()),
  zh: z.array(z.string()),
})
const Assets = z.object({ files: z.array(z.string()), shared: z.array(z.string()) })
/** The file `route-assets` of a build: files needed by each route. */
export const RouteAssets = z.object({
  initial: z.array(z.string()),
  /** Script that loads the others after the first paint of a page with content. */
  start: z.string().optional(),
  provided: z.record(
    z.string(),
    z.object({ files: z.array(z.string()), needs: z.array(z.string()) }),
  ),
  exposed: Assets,
  screens: z.array(Assets.extend({ path: z.string() })),
  catalogs: Catalogs,
  /** What the host loads at its start on a page without content; older builds do not say. */
  application: z.array(z.string()).default([]),
  /** antd's own texts, which the host loads with the first page that is made of antd. */
  libraryTexts: Catalogs.default({ en: [], fr: [], zh: [] }),
  fonts: z.array(z.string()),
  integrity: z.record(z.string(), z.string()),
  /** Whether the build requests scripts in CORS mode and stylesheets with their digest; older builds do neither. */
  sealed: z.boolean().default(false),
})
export type RouteAssets = z.infer<typeof RouteAssets>

/** Whether a file of a build is a script or a style sheet. */
export const isCode = (path: string) => /\.(js|css)$/.test(path)

/** Bytes of scripts and styles by page; of all of them for a release that does not say what its pages load. */
export function sizesByPage(
  sizes: ReadonlyMap<string, number>,
  assets: RouteAssets | undefined,
): ReadonlyMap<string, number> {
  const sum = (paths: Iterable<string>) =>
    [...new Set(paths)].filter(isCode).reduce((all, path) => all + (sizes.get(path) ?? 0), 0)
  const screens = assets?.screens ?? []
  if (!assets || screens.length === 0) {
    const all = [...sizes.keys()].filter((path) => !path.startsWith('server/'))
    return new Map([['all pages', sum(all)]])
  }
  const everywhere = [ENTRY_FILE, ...assets.exposed.files, ...assets.catalogs.en]
  return new Map(
    screens.map(({ path, files }) => [`/${path}`, sum([...everywhere, ...files])] as const),
  )
}
