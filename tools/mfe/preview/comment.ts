import {
  isCode,
  MANIFEST_FILE,
  ReleaseManifest,
  ROUTE_ASSETS_FILE,
  RouteAssets,
  sizesByPage,
} from '@awards/shared/releases'
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

/** A page at one width in both releases. */
export type Look = {
  readonly path: string
  readonly width: number
  /** Share of the pixels that differ, 0 to 1; undefined where the release beside has no such page. */
  readonly changed: number | undefined
  /** Largest contentful paint in milliseconds; undefined where it is not known. */
  readonly lcp: { readonly now: number | undefined; readonly before: number | undefined }
  /** Files of the pictures, beside the comment. */
  readonly pictures: { readonly now: string; readonly before?: string; readonly changes?: string }
  /** What axe finds now, and did not find before. */
  readonly findings: readonly string[]
  /** Why the page was not looked at. */
  readonly problem?: string
}

export type Compared = {
  readonly name: string
  readonly version: string
  readonly beside: string | undefined
  readonly link: string
  readonly sizes: readonly PageSize[]
  readonly looks: readonly Look[]
  /** Pages that need a number of theirs, which nobody looked at. */
  readonly left: readonly string[]
}

const kilobytes = (bytes: number) => `${(bytes / 1_024).toFixed(1)} KB`
const signed = (value: number, text: string) => (value > 0 ? `+${text}` : text)

const sizeText = ({ now, before }: PageSize) => {
  if (before === undefined) return `${kilobytes(now)} (new)`
  if (now === before) return `${kilobytes(now)} (the same)`
  return `${kilobytes(now)} (${signed(now - before, kilobytes(now - before))})`
}

const time = (ms: number | undefined) => (ms === undefined ? 'not known' : `${Math.round(ms)} ms`)

function lookText({ changed, lcp, problem }: Look) {
  if (problem) return `not looked at: ${problem}`
  const pixels =
    changed === undefined
      ? 'new'
      : changed === 0
        ? 'no pixel changed'
        : `${(100 * changed).toFixed(2)} % changed`
  return `${pixels}, LCP ${time(lcp.now)} beside ${time(lcp.before)}`
}

const image = (file: string | undefined) => (file === undefined ? '' : `![](${file})`)

function picturesOf({ path, width, changed, pictures: { before, now, changes } }: Look) {
  if (changed === 0) return []
  return [
    `<details><summary>${path} at ${width} px</summary>`,
    '',
    '| Before | Now | Changes |',
    '| --- | --- | --- |',
    `| ${[before, now, changes].map(image).join(' | ')} |`,
    '',
    '</details>',
    '',
  ]
}

/** What a review reads, as Markdown; names of pictures are those of files beside it. */
export function commentOf({ name, version, beside, link, sizes, looks, left }: Compared): string {
  const seen = looks.filter(({ problem }) => !problem)
  const findings = looks.flatMap(({ path, width, findings: found }) =>
    found.map((one) => `- ${path} at ${width} px: ${one.split('\n')[0] ?? ''}`),
  )
  return [
    `### ${name} ${version} beside ${beside ?? 'nothing'} of staging`,
    '',
    `[Open this preview](${link}). It goes when the change is merged, or after fourteen days.`,
    '',
    '| Page | Scripts and styles |',
    '| --- | --- |',
    ...sizes.map((one) => `| ${one.path} | ${sizeText(one)} |`),
    '',
    '| Page | Width | Pictures and speed |',
    '| --- | --- | --- |',
    ...looks.map((one) => `| ${one.path} | ${one.width} | ${lookText(one)} |`),
    '',
    findings.length > 0 ? '**New findings of axe:**' : 'axe finds nothing new.',
    '',
    ...findings,
    ...(findings.length > 0 ? [''] : []),
    ...seen.flatMap(picturesOf),
    ...(left.length > 0
      ? [`Not looked at, since they need a number: ${left.join(', ')}.`, '']
      : []),
  ].join('\n')
}
