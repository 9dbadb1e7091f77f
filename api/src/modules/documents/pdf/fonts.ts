import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import PDFDocument from 'pdfkit'
import { decompress } from 'wawoff2'

const require = createRequire(import.meta.url)

/** Weights the documents use. */
const FONT_WEIGHTS = ['light', 'regular', 'medium'] as const
export type FontWeight = (typeof FONT_WEIGHTS)[number]
/** Glyph variant of Han characters: Chinese, Japanese or Korean. */
export type Script = 'sc' | 'jp' | 'kr'

const NUMBERS: Record<FontWeight, number> = { light: 300, regular: 400, medium: 500 }
const ROBOTO_SCRIPTS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'greek']
const WHOLE: Record<Script, string> = {
  sc: 'noto-sans-sc-chinese-simplified',
  jp: 'noto-sans-jp-japanese',
  kr: 'noto-sans-kr-korean',
}

const faceOf = (name: string, weight: FontWeight) => `${name}-${NUMBERS[weight]}-normal`

/** Fonts of European scripts, in the order of the lookup. */
const robotoFaces = (weight: FontWeight): string[] =>
  ROBOTO_SCRIPTS.map((script) => faceOf(`roboto-${script}`, weight))

/** The font with the common characters of an East Asian script. */
const wholeFace = (script: Script, weight: FontWeight): string => faceOf(WHOLE[script], weight)

/** The font slice with a rare character, if a package has it. */
function rareFace(script: Script, sign: string, weight: FontWeight): string | undefined {
  const point = sign.codePointAt(0) ?? 0
  const slice = slicesOf(script).find(({ ranges }) =>
    ranges.some(([from, to]) => from <= point && point <= to),
  )
  return slice && faceOf(`noto-sans-${script}-${slice.number}`, weight)
}

/** The file of a font in its npm package. */
function fileOfFace(face: string): string {
  const family = /^(roboto|noto-sans-(?:sc|jp|kr))/.exec(face)?.[0] ?? ''
  const folder = path.dirname(require.resolve(`@fontsource/${family}/package.json`))
  return path.join(folder, 'files', `${face}.woff2`)
}

/** Detects the script of a text by kana or hangul; `fallback` without either. */
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

/** Placeholder (geta mark) for a character that no font has. */
export const MISSING_SIGN = '〓'

const SCRIPTS: readonly Script[] = ['sc', 'jp', 'kr']
const FIRST_EAST_ASIAN = 0x2e80
const BLANK = /\s/

export type FontLibrary = {
  /** Converts the fonts that a text needs; returns the characters that no font has. */
  prepare: (text: string, script?: Script) => Promise<string[]>
  /** The font that has a character; undefined if none has it, or it was not prepared. */
  faceWith: (sign: string, weight: FontWeight, script: Script) => string | undefined
  bytes: (face: string) => Buffer
}

/**
 * TTF files in `directory`, converted from the npm packages when a text first needs them: pdfkit is slow
 * with WOFF and fails on accents with WOFF2.
 */
export async function fontLibrary(directory: string): Promise<FontLibrary> {
  await mkdir(directory, { recursive: true })
  const fileOf = (face: string) => path.join(directory, `${face}.ttf`)
  const loaded = new Map<string, Buffer>()
  // Used only to look glyphs up; this document is never written.
  const reader = new PDFDocument({ autoFirstPage: false })
  const known = new Map<string, string>()

  async function convert(face: string) {
    const file = fileOf(face)
    if (existsSync(file)) return
    const ttf = await decompress(await readFile(fileOfFace(face)))
    // Atomic rename: a crash leaves no half file.
    await writeFile(`${file}.${process.pid}`, ttf)
    await rename(`${file}.${process.pid}`, file)
    known.clear()
  }

  function bytes(face: string): Buffer {
    const font = loaded.get(face) ?? readFileSync(fileOf(face))
    if (!loaded.has(face)) {
      loaded.set(face, font)
      reader.registerFont(face, font)
    }
    return font
  }

  function has(face: string, sign: string): boolean {
    if (!existsSync(fileOf(face))) return false
    bytes(face)
    return hasGlyph(reader.font(face), sign)
  }

  function faceWith(sign: string, weight: FontWeight, script: Script) {
    const key = `${weight} ${script} ${sign}`
    const found = known.get(key) ?? candidates(sign, weight, script).find((face) => has(face, sign))
    if (found) known.set(key, found)
    return found
  }

  async function prepareSign(sign: string): Promise<boolean> {
    for (const script of SCRIPTS) {
      for (const weight of FONT_WEIGHTS) await convert(wholeFace(script, weight))
      if (has(wholeFace(script, 'regular'), sign)) return true
    }
    for (const script of SCRIPTS) {
      if (!rareFace(script, sign, 'regular')) continue
      for (const weight of FONT_WEIGHTS) {
        const face = rareFace(script, sign, weight)
        if (face) await convert(face)
      }
      if (faceWith(sign, 'regular', script)) return true
    }
    return false
  }

  return {
    async prepare(text, script = 'sc') {
      for (const weight of FONT_WEIGHTS) {
        for (const face of robotoFaces(weight)) await convert(face)
      }
      const missing: string[] = []
      for (const sign of new Set(text)) {
        if (BLANK.test(sign) || faceWith(sign, 'regular', 'sc')) continue
        if (!(await prepareSign(sign))) missing.push(sign)
      }
      if (missing.length > 0) await prepareSign(MISSING_SIGN)
      // Converts the script's own font for all of its text, common characters included.
      for (const one of SCRIPTS) {
        const isWanted = SAMPLES[one].test(text) || (one === script && SAMPLES.sc.test(text))
        if (!isWanted) continue
        for (const weight of FONT_WEIGHTS) await convert(wholeFace(one, weight))
      }
      return missing
    },
    faceWith,
    bytes,
  }
}

const SAMPLES: Record<Script, RegExp> = {
  sc: /[\u3400-\u9fff]/,
  jp: /[\u3040-\u30ff]/,
  kr: /[\uac00-\ud7a3]/,
}

/** Lookup order: European fonts, the text's script, the other scripts, then the slices of rare characters. */
function candidates(sign: string, weight: FontWeight, script: Script): string[] {
  const order = [script, ...SCRIPTS.filter((other) => other !== script)]
  const eastAsian = [
    ...order.map((one) => wholeFace(one, weight)),
    ...order.flatMap((one) => rareFace(one, sign, weight) ?? []),
  ]
  const isEastAsian = (sign.codePointAt(0) ?? 0) >= FIRST_EAST_ASIAN
  return isEastAsian ? eastAsian : [...robotoFaces(weight), ...eastAsian]
}

/** Glyph lookup of fontkit, which pdfkit's types lack. */
function hasGlyph(document: PDFKit.PDFDocument, sign: string): boolean {
  const { _font } = document as unknown as {
    _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } }
  }
  return _font.font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)
}
