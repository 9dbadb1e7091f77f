import { useApiQuery } from '@awards/shared/client'
import { broadcasts, type BroadcastRow, mailTexts } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { EmptyState, LinkButton, QueryState, Tag, ViewTabs } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { LANGUAGES } from '@awards/shared/domain'
import { BroadcastPage, NewBroadcast } from './broadcast-page.tsx'
import { MailTextPage } from './mail-text-page.tsx'
import styles from './mails.module.css'
import { TEXTS, VIEW } from './view.ts'

/** The mails that the site sends by itself, and which of them have another text than that of the release. */
function MailTexts() {
  const { t } = useTranslation('mails')
  const format = useFormat()
  const query = useApiQuery(mailTexts.mails)
  return (
    <QueryState query={query}>
      {({ list }) => (
        <ul role="list" className={styles.list} aria-label={t('texts')}>
          {list.map(({ template, title, edited, changed_at, changed_by }) => (
            <li key={template}>
              <span className={styles.what}>
                <Link to={`${TEXTS}&mail=${template}`}>{title}</Link>
                {/* Some mails share a title: with and without a date, with and without a refund. */}
                <code className={styles.hint}>{template}</code>
              </span>
              <span className={styles.state}>
                {edited.map((one) => (
                  <Tag key={one} tone="info">
                    {t('written', { language: t(`language.${one}`) })}
                  </Tag>
                ))}
                {edited.length > 0 && edited.length < LANGUAGES.length && (
                  <span className={styles.hint}>{t('originalElsewhere')}</span>
                )}
              </span>
              <span className={styles.hint}>
                {changed_at &&
                  t('at.draft', { date: format.date(changed_at, 'datetime'), name: changed_by })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </QueryState>
  )
}

const TONES = {
  draft: 'neutral',
  scheduled: 'info',
  sending: 'info',
  stopped: 'warning',
  done: 'success',
} as const

/** Broadcasts and the texts of the mails that the site sends by itself. */
export function MailsView() {
  const { t } = useTranslation('mails')
  const [search] = useSearchParams()
  const isTexts = search.get('part') === 'texts'
  const mail = search.get('mail')
  return (
    <>
      <ViewTabs
        label={t('parts')}
        views={[
          { key: 'broadcasts', label: t('list'), to: VIEW },
          { key: 'texts', label: t('texts'), to: TEXTS },
        ]}
        current={isTexts ? 'texts' : 'broadcasts'}
      />
      {!isTexts && <Broadcasts search={search} />}
      {isTexts && (mail ? <MailTextPage key={mail} template={mail} /> : <MailTexts />)}
    </>
  )
}

/** Those that are written, under way and done, and one of them. */
function Broadcasts({ search }: { search: URLSearchParams }) {
  const { t } = useTranslation('mails')
  const query = useApiQuery(broadcasts.broadcasts)
  const id = search.get('broadcast')
  return (
    <QueryState query={query}>
      {({ list, ...choices }) => {
        if (search.has('new')) return <NewBroadcast key={search.toString()} choices={choices} />
        if (id) return <BroadcastPage key={id} id={id} choices={choices} />
        return (
          <section>
            <div className={styles.head}>
              <p className={styles.hint}>{t('rate', { count: choices.per_minute })}</p>
              {choices.edition_id && (
                <LinkButton type="primary" to={`${VIEW}&new=1`}>
                  {t('new')}
                </LinkButton>
              )}
            </div>
            {list.length === 0 ? (
              <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
            ) : (
              <ul role="list" className={styles.list} aria-label={t('list')}>
                {list.map((row) => (
                  <BroadcastLine key={row.broadcast_id} row={row} />
                ))}
              </ul>
            )}
          </section>
        )
      }}
    </QueryState>
  )
}

function BroadcastLine({ row }: { row: BroadcastRow }) {
  const { t } = useTranslation('mails')
  const format = useFormat()
  const { figures, state } = row
  const at = state === 'scheduled' ? row.starts_at : (row.done_at ?? row.changed_at)
  return (
    <li>
      <span className={styles.what}>
        <Link to={`${VIEW}&broadcast=${row.broadcast_id}`}>{row.subject}</Link>
        <span className={styles.hint}>
          {[t(`audience.${row.audience}`), row.edition.name, row.category?.name]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className={styles.state}>
        <Tag tone={TONES[state]}>{t(`state.${state}`)}</Tag>
        {figures.people > 0 && (
          <span className={styles.hint}>
            {t('sentOf', { sent: figures.sent, people: figures.people })}
          </span>
        )}
      </span>
      <span className={styles.hint}>
        {at && t(`at.${state}`, { date: format.date(at, 'datetime'), name: row.changed_by })}
      </span>
    </li>
  )
}
