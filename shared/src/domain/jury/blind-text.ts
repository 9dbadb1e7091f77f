import { BLIND_TEXTS, blindAnswers, type EntryDraft } from '../entries/entry-fields.ts'
import { COMMON_WORDS, type IdentityWords } from './identity-words.ts'

const BLOCK = '█'
const LONGEST_BLOCK = 5
/** An organiser's word of fewer letters is taken out only where it stands alone. */
const SAFE_INSIDE = 4
const SHORTEST_NAME = 3
const SHORTEST_PART = 4

const CONTACTS =
  /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}|https?:\/\/[^\s<>"'）)]+|\bwww\.[^\s<>"'）)]+|(?<![\p{L}\p{N}])@[\p{L}\p{N}._]{3,}/giu
const UNJOINED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
const WORD = /[\p{L}\p{N}]/u
const LETTERS: Record<string, string> = {
  ß: 'ss',
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
}

/** A text without case, accents and marks, with the place in the text of each of its letters. */
type Folded = {
  readonly text: string
  readonly from: readonly number[]
  readonly to: readonly number[]
}

function fold(text: string): Folded {
  let folded = ''
  const from: number[] = []
  const to: number[] = []
  const add = (letters: string, start: number, end: number) => {
    for (let unit = 0; unit < letters.length; unit += 1) {
      from.push(start)
      to.push(end)
    }
    folded += letters
  }
  let at = 0
  for (const sign of text) {
    const end = at + sign.length
    const letters = foldedSign(sign)
    if (WORD.test(letters)) add(letters, at, end)
    // Marks and blanks of any number are one blank; what cannot be seen is nothing.
    else if (letters !== '' && folded !== '' && !folded.endsWith(' ')) add(' ', at, end)
    at = end
  }
  return { text: folded, from, to }
}

/** Latin letters and digits without accents are by far most of all signs. */
function foldedSign(sign: string): string {
  if (sign <= '\x7f') return sign.toLowerCase()
  const plain = sign
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
  return [...plain].map((letter) => LETTERS[letter] ?? letter).join('')
}

const plain = (text: string) => fold(text).text.trim()
const lettersIn = (text: string) => [...text.replaceAll(' ', '')].length

type Needle = { readonly text: string; readonly isBound: boolean; readonly isCapital?: boolean }

/** Whether a word of its own ends at this edge; scripts that write no blanks have none. */
function isEdge(inside: string | undefined, outside: string | undefined): boolean {
  if (outside === undefined || !WORD.test(outside)) return true
  return inside !== undefined && UNJOINED.test(inside)
}

function spansOf(source: string, { text, from, to }: Folded, needle: Needle): [number, number][] {
  const spans: [number, number][] = []
  for (let at = text.indexOf(needle.text); at >= 0; at = text.indexOf(needle.text, at + 1)) {
    const end = at + needle.text.length
    const [start, stop] = [from[at] ?? 0, to[end - 1] ?? source.length]
    const isAlone = isEdge(needle.text[0], text[at - 1]) && isEdge(needle.text.at(-1), text[end])
    if (needle.isBound && !isAlone) continue
    const first = String.fromCodePoint(source.codePointAt(start) ?? 0)
    if (needle.isCapital && first === first.toLowerCase() && !UNJOINED.test(first)) continue
    spans.push([start, stop])
  }
  return spans
}

function blackOut(text: string, spans: readonly [number, number][]): string {
  let out = ''
  let at = 0
  for (const [start, end] of spans.toSorted(([a], [b]) => a - b)) {
    if (end <= at) continue
    if (start >= at) {
      // Never longer than what it stands for, so that no limit of a field is passed.
      out += text.slice(at, start) + BLOCK.repeat(Math.min(LONGEST_BLOCK, end - start))
    }
    at = end
  }
  return out + text.slice(at)
}

function phraseNeedles(phrases: readonly string[]): Needle[] {
  return phrases.flatMap((phrase) => {
    const text = plain(phrase)
    const isBound = lettersIn(text) < SAFE_INSIDE && !UNJOINED.test(text)
    return text ? [{ text, isBound }] : []
  })
}

/** Full names, in both orders for people of two names, and written as one word. */
function nameNeedles(names: readonly string[]): Needle[] {
  const texts = names.flatMap((text) => {
    const words = text.split(' ')
    if (words.length < 2) return [text]
    return [text, words.toReversed().join(' '), words.join('')]
  })
  return [...new Set(texts)].filter(isNaming).map((text) => ({ text, isBound: true }))
}

/** A word of Latin letters is a name from three on, one of Han letters from two. */
const isNaming = (text: string) =>
  !COMMON_WORDS.has(text) && lettersIn(text) >= (UNJOINED.test(text) ? 2 : SHORTEST_NAME)

/** Single words of the names, where they are written as names are and are not part of the title. */
function partNeedles(names: readonly string[], title: string): Needle[] {
  const inTitle = new Set(title.split(' '))
  const parts = new Set(names.flatMap((name) => name.split(' ')))
  return [...parts]
    .filter((part) => lettersIn(part) >= SHORTEST_PART || UNJOINED.test(part))
    .filter((part) => isNaming(part) && !inTitle.has(part) && !/^\d+$/.test(part))
    .map((text) => ({ text, isBound: true, isCapital: true }))
}

function mask(text: string, needles: readonly Needle[]): string {
  const folded = fold(text)
  const spans = needles.flatMap((needle) => spansOf(text, folded, needle))
  return spans.length > 0 ? blackOut(text, spans) : text
}

type Needles = { readonly forTitle: readonly Needle[]; readonly forText: readonly Needle[] }

/** The same words are sought in all texts and pictures of an entry: they are prepared once. */
const prepared = new WeakMap<IdentityWords, Map<string, Needles>>()

function needlesOf(words: IdentityWords, title: string): Needles {
  const byTitle = prepared.get(words) ?? new Map<string, Needles>()
  prepared.set(words, byTitle)
  const known = byTitle.get(title)
  if (known) return known
  const phrases = phraseNeedles(words.phrases)
  const names = words.names.map(plain)
  const full = nameNeedles([...names, ...words.marks.map(plain)])
  const besides = (own: string) => full.filter(({ text }) => text !== own)
  const forTitle = [...phrases, ...besides(plain(title))]
  // Words of a name that the title gives away are none of the work's own.
  const own = plain(mask(title, forTitle))
  const forText = [...phrases, ...besides(own), ...partNeedles(names, own)]
  const needles = { forTitle, forText }
  byTitle.set(title, needles)
  return needles
}

/** Whether something was blacked out of a text. */
export const hasMask = (text: string): boolean => text.includes(BLOCK)

/** The title as jurors read it: a work may be called like a word of its maker's name. */
export const blindTitle = (title: string, words: IdentityWords): string =>
  mask(title, needlesOf(words, title).forTitle)

/** Any other text as jurors read it; addresses and handles are nobody's style of writing. */
export function blindText(text: string, title: string, words: IdentityWords): string {
  if (!text) return text
  const contacts = [...text.matchAll(CONTACTS)].map(({ index, 0: found }): [number, number] => [
    index,
    index + found.length,
  ])
  return mask(blackOut(text, contacts), needlesOf(words, title).forText)
}

/**
 * The names of a text, as they are written in it: what an entrant is warned of before jurors read the entry. Unlike
 * `blindTitle` it knows no title that may be called like its maker, since a warning takes nothing away.
 */
export function namesIn(text: string, { names, marks }: IdentityWords): string[] {
  const plainNames = names.map(plain)
  const needles = [
    ...nameNeedles([...plainNames, ...marks.map(plain)]),
    ...partNeedles(plainNames, ''),
  ]
  const folded = fold(text)
  const found = needles
    .flatMap((needle) => spansOf(text, folded, needle))
    .toSorted(([a, lengthA], [b, lengthB]) => a - b || lengthB - lengthA)
  let end = 0
  const longest = found.filter(([start, stop]) => {
    const isInside = stop <= end
    if (!isInside) end = stop
    return !isInside && start < stop
  })
  return [...new Set(longest.map(([start, stop]) => text.slice(start, stop)))]
}

/** The answers as jurors read them: without identifying fields, and with names blacked out of the others. */
export function blindSheet(answers: EntryDraft, words: IdentityWords): EntryDraft {
  const blind: EntryDraft = blindAnswers(answers)
  const title = answers.title ?? ''
  for (const field of BLIND_TEXTS) {
    const text = blind[field]
    if (!text) continue
    blind[field] = field === 'title' ? blindTitle(text, words) : blindText(text, title, words)
  }
  return blind
}
