import { z } from 'zod'
import { ROUTES, WRAPPERS } from '../domain/routes.ts'
import {
  CHANNELS,
  CONTRACT_KEY,
  ENTRY_FILE,
  isIntegrity,
  isRemoteId,
  isVersion,
  QUERY_PATTERN,
  RIGHT_PATTERN,
  ROUTE_PATTERN,
} from './names.ts'

/** Name of a remote, as its folder is called: `mf-jury`. */
export const RemoteId = z.string().refine(isRemoteId, 'is not the name of a remote, as mf-jury is')

/** Semantic version without a `+`: `1.5.0`, `1.5.0-pr88.3`. */
export const Version = z.string().refine(isVersion, 'is not a version, as 1.5.0 or 1.5.0-pr88.3 is')

/** Subresource integrity of one digest; anything else would switch the browser's check off. */
export const Integrity = z.string().refine(isIntegrity, 'is not the integrity of a file')

export const ChannelName = z.enum(CHANNELS, `is not a channel; there are ${CHANNELS.join(', ')}`)

const MenuText = z.string().min(1).max(40)

const Title = z.string().min(1).max(80)
/** A text of a remote's declaration in every language of the site. */
const Texts = z.strictObject({ en: Title, fr: Title, zh: Title })

/** A page that a remote brings: pattern from the root, title of the document, who may see it. */
export const RemoteRoute = z.strictObject({
  path: z.string().max(120).regex(ROUTE_PATTERN, 'is not a route, as /gallery/:id is'),
  title: z.string().min(1).max(80),
  wrappers: z.array(z.enum(WRAPPERS)).max(4).default([]),
  /** Rights of the account of which one opens the page (`rights` of the current user), beside the wrappers. */
  rights: z
    .array(z.string().regex(RIGHT_PATTERN, 'is not the name of a right, as admit is'))
    .max(8)
    .optional(),
  /** `desk` for a page to work at: one bar in place of the site's header and footer. */
  frame: z.literal('desk').optional(),
  /** Name of the page in the account menu of those who may see it. */
  menu: z.strictObject({ en: MenuText, fr: MenuText, zh: MenuText }).optional(),
  /** The title in each language; without it `title` stands for all. */
  titles: Texts.optional(),
  /** False keeps a public page out of the sitemap. */
  sitemap: z.boolean().optional(),
  /** Query parameters that change what the server renders; it leaves out others. */
  query: z
    .array(z.string().regex(QUERY_PATTERN, 'is not the name of a parameter, as year is'))
    .max(20)
    .optional(),
})
export type RemoteRoute = z.infer<typeof RemoteRoute>

/** An entry of the site's menu: one of the remote's own public pages, in the header or the footer. */
export const MenuEntry = z.strictObject({
  path: z
    .string()
    .max(120)
    .regex(/^(\/[A-Za-z0-9][A-Za-z0-9-]*)+$/, 'is not a page without parameters'),
  place: z.enum(['header', 'footer']),
  texts: Texts,
})
export type MenuEntry = z.infer<typeof MenuEntry>
const Menu = z.array(MenuEntry).max(5)

/** What the site's own table does not know of a page. */
const BEYOND_TABLE = ['rights', 'menu', 'titles', 'sitemap'] as const

/** A page in `remote.json`. Those with a name stand in the site's own table, by which `paths` links to them. */
const DeclaredRoute = RemoteRoute.extend({
  /** The desk brings views into its bar, which keeps a row for them on narrow screens; the table alone has it. */
  hasViews: z.literal(true).optional(),
  name: z
    .string()
    .regex(/^[a-z][A-Za-z]{0,39}$/, 'is not a name, as juryReview is')
    .optional(),
}).superRefine(({ name, ...route }, context) => {
  for (const key of BEYOND_TABLE) {
    if (name === undefined || route[key] === undefined) continue
    const message = 'is for pages without a name: the table of the site does not have it'
    context.addIssue({ code: 'custom', path: [key], message })
  }
  if (name === undefined && route.hasViews) {
    const message = 'is for pages with a name: releases do not have it'
    context.addIssue({ code: 'custom', path: ['hasViews'], message })
  }
})

/** `remote.json` of a remote: the only place where its pages are declared. */
export const RemoteDeclaration = z.strictObject({
  routes: z.array(DeclaredRoute).max(100).default([]),
  /** Where the site's menus lead to its pages, in this order. */
  menu: Menu.default([]),
  /** Kilobytes of scripts and styles that a page of the remote may load, before compression. */
  budget: z.int().min(1).max(10_000).optional(),
})
export type RemoteDeclaration = z.infer<typeof RemoteDeclaration>

/** Routes of a remote in the site's own table; nothing for one that is not in it. */
export const tableRoutes = (remote: string): RemoteRoute[] =>
  ROUTES.filter(({ owner }) => owner === remote).map(({ path, title, wrappers }) => ({
    path,
    title,
    // The rest stands in the table itself, which shell and server read.
    wrappers: [...wrappers],
  }))

// What a release says of itself stands in every document of the site, so it is short.
const Word = z.string().max(200)

/** What the platform reads of a release's `mf-manifest.json`; the rest belongs to the runtime. */
export const ReleaseManifest = z.object({
  name: Word,
  metaData: z.object({
    name: Word,
    globalName: Word.regex(/^[A-Za-z_$][\w$]*$/),
    publicPath: Word,
    buildInfo: z.object({ buildVersion: Word, commit: z.string().max(64).optional() }),
    remoteEntry: z.object({ name: Word, path: Word, type: Word }),
  }),
  remotes: z.array(z.unknown()),
  exposes: z.array(z.object({ path: Word })).max(50),
  shared: z.array(z.object({ name: Word, version: Word, requiredVersion: Word })).max(1_000),
  /** Digest of every other file of the release, by its path in the folder. */
  integrity: z.record(z.string(), Integrity),
  /** Its scripts request others in CORS mode with their digest, as `Integrity-Policy` demands; older builds do not. */
  sealed: z.literal(true).optional(),
  routes: z.array(RemoteRoute).max(100).optional(),
  budget: z.int().positive().optional(),
  menu: Menu.optional(),
})
export type ReleaseManifest = z.infer<typeof ReleaseManifest>

/** The routes of a release: those it declares, or those of the table for a release of before. */
export const routesOf = (remote: string, manifest: ReleaseManifest): RemoteRoute[] =>
  manifest.routes ?? tableRoutes(remote)

/**
 * The range of contract versions that a release was built for, for instance `^1.0.0`. All modules of `shared` have one
 * version, so a release that takes others than the contract is still held to it; `*` for one that takes none.
 */
export const contractOf = ({ shared }: Pick<ReleaseManifest, 'shared'>): string =>
  (
    shared.find(({ name }) => name === CONTRACT_KEY) ??
    shared.find(({ name }) => name.startsWith('@awards/shared/'))
  )?.requiredVersion ?? '*'

/**
 * The surface of `shared` that a release was built with, gzipped JSON. It lies beside the sealed files: releases that
 * are equal may have been built with different ones, and the first that is published stays.
 */
export const SURFACE_FILE = 'surface.json.gz'

/** What a build of the shell offers to remotes; written beside its files as `shell-release.json`. */
export const ShellRelease = z.strictObject({
  name: z.literal('shell'),
  version: Version,
  /** Shared modules by key, with the version it provides. */
  provides: z.record(z.string(), z.string()),
  /** Patterns of the pages that the shell keeps for itself. */
  routes: z.array(z.string()),
})
export type ShellRelease = z.infer<typeof ShellRelease>
export const SHELL_RELEASE_FILE = 'shell-release.json'

/** `release.json` beside the folders of a remote's local builds: which one is the newest. */
export const LocalRelease = z.object({
  name: RemoteId,
  version: Version,
  integrity: Integrity,
  builtAt: z.iso.datetime(),
  /** Of the sources, where nothing was changed since. It is beside the release: equal sources, equal bytes. */
  commit: z.string().max(64).optional(),
})
export type LocalRelease = z.infer<typeof LocalRelease>

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
