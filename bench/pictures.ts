import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstOf, laterOf } from '../api/src/files/picture-work.ts'
import { largePictures } from '../e2e/src/harness/large-pictures.ts'
import { spread } from './common/figures.ts'
import { isQuick, keep, type Figure } from './common/results.ts'

// The sizes of a photograph of twelve megapixels: processor time of the site's decoder, in turns with
// vipsthumbnail, which writes the same four files from the same photograph.
const PICTURES = isQuick ? 1 : 4
const ROUNDS = isQuick ? 1 : 5
const EFFORT = 4
const LEAST = 0.8
/** Edge and how it is written, as `picture-work.ts` says. */
const FILES = [
  ['480', 'thumb.webp[Q=76,effort=2,strip]'],
  ['2400', 'full.jpg[Q=86,strip]'],
  ['960', `card.webp[Q=78,effort=${EFFORT},strip]`],
  ['2400', `full.webp[Q=82,effort=${EFFORT},strip]`],
] as const

if (spawnSync('vipsthumbnail', ['--version']).error) {
  console.error('vipsthumbnail is not installed. Install libvips-tools, then measure again.')
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'awards-pictures-'))

/** Processor seconds of children that a shell started, as its `times` tells them: 0m1.234s 0m0.100s. */
function secondsOf(text: string): number {
  const last = text.trim().split('\n').at(-1) ?? ''
  return [...last.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  )
}

async function ofTheSite(pictures: readonly Buffer[]): Promise<number> {
  const before = process.cpuUsage()
  for (const picture of pictures) {
    const { full_jpeg } = await firstOf(picture, {})
    await laterOf(full_jpeg.bytes, EFFORT)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / pictures.length
}

function ofVips(paths: readonly string[]): number {
  const commands = paths.flatMap((path) =>
    FILES.map(([edge, name]) => `vipsthumbnail '${path}' -s ${edge} -o '${folder}/%s-${name}'`),
  )
  const env = { ...process.env, VIPS_CONCURRENCY: '1' }
  const said = execFileSync('bash', ['-ec', `${commands.join('\n')}\ntimes`], { env })
  return (secondsOf(said.toString()) * 1_000) / paths.length
}

try {
  const pictures = await largePictures(PICTURES)
  const paths = pictures.map((bytes, index) => {
    const path = join(folder, `${index}.jpg`)
    writeFileSync(path, bytes)
    return path
  })
  await ofTheSite(pictures)
  const runs = { site: [] as number[], vipsthumbnail: [] as number[] }
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    if (turn % 2) runs.vipsthumbnail.push(ofVips(paths))
    runs.site.push(await ofTheSite(pictures))
    if (turn % 2 === 0) runs.vipsthumbnail.push(ofVips(paths))
  }
  const [own, least] = [spread(runs.site), spread(runs.vipsthumbnail)]
  const figure: Figure = {
    ...{ bar: 'P9', name: 'sizes of a photograph', value: least.median / own.median },
    ...{ unit: '× as fast as vipsthumbnail, by processor time', limit: LEAST, isLeast: true },
  }
  const milliseconds = { site: own, vipsthumbnail: least }
  keep('pictures', [figure], { milliseconds_per_picture: milliseconds, pictures: PICTURES })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
