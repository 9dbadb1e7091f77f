import type { EntryDraft } from '../entries/entry-fields.ts'

/**
 * Words of names of studios and people that are everyday words of a sheet as well; alone they name nobody.
 * Without case and accents.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
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

/** A shorter part of an address names nobody. */
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
