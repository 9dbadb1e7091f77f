import { useApiQuery } from '@awards/shared/client'
import { figures, type Closing } from '@awards/shared/contract'
import {
  CLOSING_LINES,
  phaseName,
  type ClosingArea,
  type ClosingLine,
  type ClosingState,
  type Phase,
} from '@awards/shared/domain'
import { registerNamespace, useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { Tag } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './programme.module.css'

// The texts come with this chunk: the other documents do not load them.
void registerNamespace('closing', (language) => import(`./texts/${language}.json`))

const TONES = { done: 'success', open: 'warning', later: 'neutral' } as const

type Place =
  | 'admission'
  | 'write'
  | 'chair'
  | 'money'
  | 'books'
  | 'mails'
  | 'programme'
  | 'people'
  | 'requests'
/** Where a line is done; the others are done by the site, or on this page. */
const PLACES: Partial<Record<ClosingLine, Place>> = {
  drafts: 'write',
  unpaid: 'write',
  admission: 'admission',
  scores: 'chair',
  freeze: 'chair',
  publication: 'chair',
  embargo: 'chair',
  phases: 'chair',
  orders: 'money',
  transfers: 'money',
  refunds: 'money',
  alerts: 'money',
  packages: 'write',
  books: 'books',
  broadcasts: 'mails',
  mails: 'people',
  programme: 'programme',
  schedule: 'programme',
  requests: 'requests',
}
const AUDIENCES: Partial<Record<ClosingLine, string>> = {
  drafts: 'drafts',
  unpaid: 'unpaid',
  packages: 'no_package',
}
const ATTENTION: Partial<Record<ClosingLine, Record<string, string>>> = {
  transfers: { channel: 'bank_transfer' },
  refunds: { attention: '1' },
  alerts: { attention: '1' },
}

type Row = Closing['lines'][number]

/** The address of a place; undefined for those of the chair's desk where somebody else reads. */
function addressOf({ line }: Row, place: Place, { edition }: Closing, isChair: boolean) {
  const of: Record<Place, () => string | undefined> = {
    admission: () => `?view=admission&edition_id=${edition.id}`,
    write: () =>
      `?view=mails&new=1&audience=${AUDIENCES[line] ?? ''}&edition=${encodeURIComponent(edition.code)}`,
    chair: () => (isChair ? paths.juryDesk() : undefined),
    money: () => (isChair ? paths.payments(ATTENTION[line] ?? {}) : undefined),
    books: () => (isChair ? paths.payments({ view: 'books' }) : undefined),
    mails: () => '?view=mails',
    programme: () => '?view=programme',
    people: () => '?view=people',
    requests: () => '?view=people&part=requests',
  }
  return of[place]()
}

/** What is left of a season until it can be closed, computed by the server; closed until somebody wants to read it. */
export function ClosingChecklist({ code }: { code: string }) {
  const { t } = useTranslation('closing')
  const { data } = useApiQuery(figures.closing, { code })
  if (!data) return null
  const count = (state: ClosingState) => data.lines.filter((one) => one.state === state).length
  return (
    <details className={styles.closing}>
      <summary>
        <strong>{t('title')}</strong>{' '}
        <span className={styles.hint}>
          {t('summary', { done: count('done'), open: count('open'), later: count('later') })}
        </span>
      </summary>
      <p className={styles.hint}>{t('lead')}</p>
      {(Object.keys(CLOSING_LINES) as ClosingArea[]).map((area) => (
        <section key={area} aria-label={t(`area.${area}`)}>
          <h3>{t(`area.${area}`)}</h3>
          <ul role="list" className={styles.documents}>
            {data.lines
              .filter(({ line }) => (CLOSING_LINES[area] as readonly string[]).includes(line))
              .map((row) => (
                <Line key={row.line} row={row} closing={data} />
              ))}
          </ul>
        </section>
      ))}
    </details>
  )
}

function Line({ row, closing }: { row: Row; closing: Closing }) {
  const { t } = useTranslation('closing')
  const phases = useTranslation('organiser').t
  const format = useFormat()
  const isChair = useCurrentUser()?.identity === 1
  const { line, state, count, at } = row
  const known = state === 'done' ? undefined : PLACES[line]
  // Nobody is written to where nobody is counted.
  const place = known === 'write' && count === 0 ? undefined : known
  const to = place && addressOf(row, place, closing, isChair)
  return (
    <li>
      <strong>{t(`name.${line}`)}</strong>
      <span>
        {t(`said.${line}.${wordOf(row, closing)}`, {
          count,
          date: at ? format.date(at, 'date') : '–',
          phase: phases(`programme.phase.${phaseName(closing.phase as Phase)}`),
        })}
        {place && (
          <small className={styles.way}>
            {to ? <Link to={to}>{t(`to.${place}`)}</Link> : t(`by.${place}`)}
          </small>
        )}
      </span>
      <span>
        <Tag tone={TONES[state]}>
          {state === 'open' && count > 0 ? t('openCount', { count }) : t(`state.${state}`)}
        </Tag>
      </span>
    </li>
  )
}

/** The sentence of a line: its state, or what the state comes from where that is told in other words. */
function wordOf({ line, state, count }: Row, { lines }: Closing): string {
  const isClosed = lines.find((one) => one.line === 'call')?.state === 'done'
  if ((line === 'drafts' || line === 'unpaid') && state === 'later' && isClosed) return 'kept'
  if (line === 'publication' && state === 'open' && count > 0) return 'left'
  if (line === 'broadcasts' && state === 'done' && count > 0) return 'stopped'
  return state
}
