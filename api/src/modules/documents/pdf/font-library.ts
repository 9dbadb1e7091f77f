import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import PDFDocument from 'pdfkit'
import { decompress } from 'wawoff2'
import { FONT_WEIGHTS, fileOfFace, rareFace, robotoFaces, wholeFace } from './font-faces.ts'
import type { FontWeight, Script } from './font-faces.ts'

/** Stands for a sign that no face has, as in East Asian printing; there is no text without a mark. */
export const MISSING_SIGN = '〓'

const SCRIPTS: readonly Script[] = ['sc', 'jp', 'kr']
const FIRST_EAST_ASIAN = 0x2e80
const BLANK = /\s/

export type FontLibrary = {
  /** Makes ready what a text of a script needs, and gives back the signs that no face has. */
  prepare: (text: string, script?: Script) => Promise<string[]>
  /** The face that has a sign; undefined where none has, or where it was not made ready. */
  faceWith: (sign: string, weight: FontWeight, script: Script) => string | undefined
  bytes: (face: string) => Buffer
}

/**
 * Plain TTF files in `directory`, made from the npm packages when a text first needs them: the PDF
 * engine is slow with WOFF and fails on accents with WOFF2.
 */
export async function fontLibrary(directory: string): Promise<FontLibrary> {
  await mkdir(directory, { recursive: true })
  const fileOf = (face: string) => path.join(directory, `${face}.ttf`)
  const loaded = new Map<string, Buffer>()
  // The PDF engine also reads faces; this document is never written.
  const reader = new PDFDocument({ autoFirstPage: false })
  const known = new Map<string, string>()

  async function convert(face: string) {
    const file = fileOf(face)
    if (existsSync(file)) return
    const ttf = await decompress(await readFile(fileOfFace(face)))
    // Renamed when complete, so that a stop in between leaves no half file.
    await writeFile(`${file}.${process.pid}`, ttf)
    await rename(`${file}.${process.pid}`, file)
    known.clear()
  }

  function bytes(face: string): Buffer {
    const kept = loaded.get(face) ?? readFileSync(fileOf(face))
    if (!loaded.has(face)) {
      loaded.set(face, kept)
      reader.registerFont(face, kept)
    }
    return kept
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
      // The shapes of a script are wanted for all of its words, the common signs too.
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

/** European faces first; then the wanted script, the others, and last the faces of rare signs. */
function candidates(sign: string, weight: FontWeight, script: Script): string[] {
  const order = [script, ...SCRIPTS.filter((other) => other !== script)]
  const eastAsian = [
    ...order.map((one) => wholeFace(one, weight)),
    ...order.flatMap((one) => rareFace(one, sign, weight) ?? []),
  ]
  const isEastAsian = (sign.codePointAt(0) ?? 0) >= FIRST_EAST_ASIAN
  return isEastAsian ? eastAsian : [...robotoFaces(weight), ...eastAsian]
}

/** The engine knows which characters a face has, but its types do not say so. */
function hasGlyph(document: PDFKit.PDFDocument, sign: string): boolean {
  const { _font } = document as unknown as {
    _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } }
  }
  return _font.font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)
}
