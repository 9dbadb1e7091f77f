import { BLIND_TEXTS, blindAnswers, type EntryDraft } from '../entries/entry-fields.ts'

/**
 * Words of names of studios and people that are everyday words of a sheet as well; alone they name nobody.
 * Without case and accents.
 */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  [
    'studio studios atelier ateliers design designs designer designers agency agence bureau office group groupe',
    'company collective collectif workshop works lab labs laboratory architects architect architecture architectes',
    'architecte interior interiors product products industrial creative creation creations culture house home maison',
    'school ecole university universite institute college academy academie museum gallery fondation foundation',
    'paris london lyon milan tokyo berlin shanghai beijing france europe international global world city urban',
    'light lumiere wood bois stone pierre glass verre steel acier paper papier white blanc black noir green vert',
    'blue bleu brown gray grey rose red rouge gold silver field fields river forest garden jardin park bridge hill',
    'lake snow rain wind summer winter spring long short young strong love king baker cook smith page bell cross',
    'table chair lamp chaise lampe good bright power water energy earth nature human life people partners associates',
    'sons brothers freres and the for with avec dans pour les des une our your new nouvelle nouveau future project',
    'projet systems system digital media print type form forme line space espace object objet art arts craft made',
    'http https html index about work contact info hello mail office team press news blog shop admin sales',
    'example limited none student etudiant etudiante independent independant freelance private public',
  ].flatMap((line) => line.split(' ')),
)

/** A shorter part of a name or of an address names nobody. */
const SHORTEST_PART = 4

/** What names the people behind an entry, and what the organiser takes out beside it. */
export type IdentityWords = {
  /** Taken out wherever they stand: the organiser's own words. */
  readonly phrases: readonly string[]
  /** Full names of people and organisations. */
  readonly names: readonly string[]
  /** Addresses, handles, codes and numbers. */
  readonly marks: readonly string[]
}

/** The names that the answers of an entry give. */
export function wordsOfAnswers(answers: EntryDraft): IdentityWords {
  const { company, client, designers, website_url, video_url } = answers
  const names = [company, client, ...(designers ?? []).map(({ name }) => name)]
  return {
    phrases: [],
    names: names.filter((name): name is string => Boolean(name)),
    marks: [website_url, video_url].flatMap((url) => marksOfAddress(url ?? '')),
  }
}

const SHARED_HOSTS =
  /(^|\.)(youtube|youtu|vimeo|bilibili|youku|behance|instagram|facebook|linkedin|dribbble|weibo|xiaohongshu|github|google|dropbox|notion)\./

/** Host and handle of an address; the host of a service that everybody uses names nobody. */
function marksOfAddress(url: string): string[] {
  if (!URL.canParse(url)) return []
  const { hostname, pathname } = new URL(url)
  const host = hostname.replace(/^www\./, '')
  const handles = pathname
    .split('/')
    .map((part) => part.replace(/^@/, ''))
    .filter((part) => part.length >= SHORTEST_PART && !COMMON_WORDS.has(part.toLowerCase()))
  if (SHARED_HOSTS.test(host)) return handles
  const own = host
    .split('.')
    .slice(0, -1)
    .filter((part) => part.length >= SHORTEST_PART)
  return [host, ...own]
}

const BLOCK = '█'
const LONGEST_BLOCK = 5
/** An organiser's word of fewer letters is taken out only where it stands alone. */
const SAFE_INSIDE = 4
const SHORTEST_NAME = 3

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
