import { POLICY_TYPES, dayIn } from '@awards/shared/domain'
import type { Programme } from './read/programme-files.ts'

/** When a record is shown, or holds. */
export type Visibility = { from: Date | null; until: Date | null }
/** What happens by itself later. */
export type Event = {
  at: Date
  table: string
  key: string
  what: 'appears' | 'disappears' | 'holds'
}

/** When each record of the content that has dates is shown: `table key` → from when, until when. */
export function visibilities(
  { programme, banners, blocks, faq, news, press, policies, regulations }: Programme,
  when: (text: string) => Date,
): Map<string, Visibility> {
  const zone = programme.value.timezone
  const from = (text?: string, until?: string): Visibility => ({
    from: text ? when(text) : null,
    until: until ? when(until) : null,
  })
  // A day begins at midnight, whatever hour the file says.
  const day = (text: string) => from(`${dayIn(when(text), zone)} 00:00`)
  const windows = (
    table: string,
    records: readonly {
      code: string
      starts_at?: string | undefined
      ends_at?: string | undefined
    }[],
  ) =>
    records.map(
      ({ code, starts_at, ends_at }) => [`${table} ${code}`, from(starts_at, ends_at)] as const,
    )
  return new Map([
    ...windows('banners', banners.value),
    ...windows('blocks', blocks.value),
    ...windows('faqs', faq.value.questions),
    ...news.map(({ value }) => [`articles ${value.slug}`, from(value.published_at)] as const),
    ...press.value.map(
      (report) => [`media_reports ${report.code}`, day(report.published_at)] as const,
    ),
    ...policies.map(
      ({ value }) =>
        [`policies ${POLICY_TYPES[value.type]} ${value.version}`, day(value.effective_at)] as const,
    ),
    ...regulations.map(
      ({ value }) => [`regulation_versions ${value.version}`, day(value.effective_at)] as const,
    ),
  ])
}

/** What appears, disappears or comes into force after `now`, the next first. */
export function upcoming(all: Map<string, Visibility>, now: Date): Event[] {
  return [...all]
    .flatMap(([name, { from, until }]): Event[] => {
      const [table = '', ...rest] = name.split(' ')
      const key = rest.join(' ')
      const isRule = table === 'policies' || table === 'regulation_versions'
      return [
        ...(from && from > now
          ? [{ at: from, table, key, what: isRule ? ('holds' as const) : ('appears' as const) }]
          : []),
        ...(until && until > now ? [{ at: until, table, key, what: 'disappears' as const }] : []),
      ]
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
}
