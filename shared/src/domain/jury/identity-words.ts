import { COMMON_WORDS } from './common-words.ts'
import type { EntryDraft } from '../entries/entry-fields.ts'

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
