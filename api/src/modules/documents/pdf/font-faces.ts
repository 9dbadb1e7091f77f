import { createRequire } from 'node:module'
import path from 'node:path'

const require = createRequire(import.meta.url)

/** Weights the documents use. */
export const FONT_WEIGHTS = ['light', 'regular', 'medium'] as const
export type FontWeight = (typeof FONT_WEIGHTS)[number]
/** Whose shapes a Chinese character takes: Chinese, Japanese or Korean. */
export type Script = 'sc' | 'jp' | 'kr'

const NUMBERS: Record<FontWeight, number> = { light: 300, regular: 400, medium: 500 }
const ROBOTO_SCRIPTS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'greek']
const WHOLE: Record<Script, string> = {
  sc: 'noto-sans-sc-chinese-simplified',
  jp: 'noto-sans-jp-japanese',
  kr: 'noto-sans-kr-korean',
}

const faceOf = (name: string, weight: FontWeight) => `${name}-${NUMBERS[weight]}-normal`

/** Faces of European scripts, in the order in which a sign is looked for. */
export const robotoFaces = (weight: FontWeight): string[] =>
  ROBOTO_SCRIPTS.map((script) => faceOf(`roboto-${script}`, weight))

/** The face with the common signs of a script of East Asia. */
export const wholeFace = (script: Script, weight: FontWeight): string =>
  faceOf(WHOLE[script], weight)

/** The face with a rare sign, where one of the packages has it. */
export function rareFace(script: Script, sign: string, weight: FontWeight): string | undefined {
  const point = sign.codePointAt(0) ?? 0
  const slice = slicesOf(script).find(({ ranges }) =>
    ranges.some(([from, to]) => from <= point && point <= to),
  )
  return slice && faceOf(`noto-sans-${script}-${slice.number}`, weight)
}

/** The file of a face in its package. */
export function fileOfFace(face: string): string {
  const family = /^(roboto|noto-sans-(?:sc|jp|kr))/.exec(face)?.[0] ?? ''
  const folder = path.dirname(require.resolve(`@fontsource/${family}/package.json`))
  return path.join(folder, 'files', `${face}.woff2`)
}

/** Whose shapes fit a text; `fallback` where only Chinese characters, or none, are in it. */
export function scriptOf(text: string, fallback: Script): Script {
  if (/[\u3040-\u30ff]/.test(text)) return 'jp'
  return /[\u1100-\u11ff\uac00-\ud7a3]/.test(text) ? 'kr' : fallback
}

type Slice = { number: string; ranges: [number, number][] }
const slices = new Map<Script, Slice[]>()

function slicesOf(script: Script): Slice[] {
  const known = slices.get(script)
  if (known) return known
  const table = require(`@fontsource/noto-sans-${script}/unicode.json`) as Record<string, string>
  const list = Object.entries(table).flatMap(([name, ranges]) => {
    const number = /^\[(\d+)\]$/.exec(name)?.[1]
    return number ? [{ number, ranges: ranges.split(',').map(rangeOf) }] : []
  })
  slices.set(script, list)
  return list
}

function rangeOf(text: string): [number, number] {
  const [from = '', to = from] = text.trim().slice(2).split('-')
  return [parseInt(from, 16), parseInt(to, 16)]
}
