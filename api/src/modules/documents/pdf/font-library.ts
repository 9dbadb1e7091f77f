import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { decompress } from 'wawoff2'

const resolvePackage = createRequire(import.meta.url).resolve

/** Weights the documents use. */
export const FONT_WEIGHTS = ['light', 'regular', 'medium'] as const
export type FontWeight = (typeof FONT_WEIGHTS)[number]

const NUMBERS: Record<FontWeight, number> = { light: 300, regular: 400, medium: 500 }
const ROBOTO_SCRIPTS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'greek']

const packageFile = (family: string, file: string) =>
  path.join(path.dirname(resolvePackage(`@fontsource/${family}/package.json`)), 'files', file)

/** The faces of a weight in the order in which a character is looked for. */
const facesOf = (weight: FontWeight): string[] => [
  ...ROBOTO_SCRIPTS.map((script) => `roboto-${script}-${NUMBERS[weight]}-normal`),
  `noto-sans-sc-chinese-simplified-${NUMBERS[weight]}-normal`,
]
const familyOf = (face: string) => (face.startsWith('roboto') ? 'roboto' : 'noto-sans-sc')

export type FontLibrary = {
  faces: (weight: FontWeight) => readonly string[]
  bytes: (face: string) => Buffer
}

/**
 * Plain TTF files in `directory`, made once from the npm packages: the PDF engine is slow with WOFF
 * and fails on accents with WOFF2.
 */
export async function fontLibrary(directory: string): Promise<FontLibrary> {
  await mkdir(directory, { recursive: true })
  for (const weight of FONT_WEIGHTS) {
    for (const face of facesOf(weight)) await convert(directory, face)
  }
  const loaded = new Map<string, Buffer>()
  return {
    faces: facesOf,
    bytes(face) {
      const bytes = loaded.get(face) ?? readFileSync(fileOf(directory, face))
      loaded.set(face, bytes)
      return bytes
    },
  }
}

const fileOf = (directory: string, face: string) => path.join(directory, `${face}.ttf`)

async function convert(directory: string, face: string) {
  const file = fileOf(directory, face)
  if (existsSync(file)) return
  const ttf = await decompress(await readFile(packageFile(familyOf(face), `${face}.woff2`)))
  // Renamed when complete, so that a stop in between leaves no half file.
  await writeFile(`${file}.${process.pid}`, ttf)
  await rename(`${file}.${process.pid}`, file)
}
