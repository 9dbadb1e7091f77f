import { useApiQuery } from '@awards/shared/client'
import { auditDesk, people, type Person } from '@awards/shared/contract'
import {
  paymentStatusText,
  type EntryFeeStatus,
  type EntryStatus,
  type PaymentStatus,
} from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { DefinitionList, QueryState, SectionHeading, StatusTag, Tag } from '@awards/shared/ui'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { AuditLines } from '../audit/audit-lines.tsx'
import { DataRequests } from './data-requests.tsx'
import styles from './people.module.css'
import { PersonActs } from './person-acts.tsx'

const ACTS_SHOWN = 10
const MAIL_TONES = {
  sent: 'success',
  waiting: 'info',
  failing: 'warning',
  lost: 'danger',
  bounced: 'danger',
} as const

/** A part of the story; without rows it says so. */
function Part({ title, none, aside, children }: PartProps) {
  return (
    <section className={styles.part}>
      <SectionHeading size="small" aside={aside}>
        {title}
      </SectionHeading>
      {none ? <p className={styles.muted}>{none}</p> : children}
    </section>
  )
}
type PartProps = {
  title: string
  none?: string | false
  aside?: ReactNode
  children: ReactNode
}

/** Who it is, how they sign in, and what they are to the award. */
function Facts({ person }: { person: Person }) {
  const { t } = useTranslation('organiser')
  const format = useFormat()
  const day = (at: string | null) => at && format.date(at, 'datetime')
  return (
    <>
      <div className={styles.states}>
        {person.is_address_unproven && <Tag tone="warning">{t('person.unproven')}</Tag>}
        {person.locked_until && (
          <Tag tone="danger">
            {t('person.locked', { date: format.date(person.locked_until, 'datetime') })}
          </Tag>
        )}
        {person.office && <Tag tone="info">{t(`person.office.${person.office}`)}</Tag>}
      </div>
      <DefinitionList
        items={[
          { term: t('person.email'), detail: person.email },
          { term: t('person.company'), detail: person.company },
          {
            term: t('person.country'),
            detail: person.country && format.countryName(person.country),
          },
          { term: t('person.language'), detail: t(`person.languages.${person.language}`) },
          { term: t('person.since'), detail: day(person.created_at) },
          { term: t('person.lastSeen'), detail: day(person.last_login_at) },
          { term: t('person.sessions'), detail: String(person.sessions) },
          {
            term: t('person.rights'),
            detail: person.rights.map((right) => t(`right.${right}`)).join(', '),
          },
          {
            term: t('person.jury'),
            detail:
              person.jury &&
              [
                t(`person.level.${person.jury.level}`),
                person.jury.categories.map(({ name }) => name).join(', '),
                t('person.assigned', { count: person.jury.entries }),
                !person.jury.is_active && t('person.resigned'),
              ]
                .filter(Boolean)
                .join(' · '),
          },
          {
            term: t('person.copy'),
            detail:
              person.export &&
              t(`person.copyState.${person.export.status}`, {
                date: format.date(person.export.requested_at, 'date'),
                defaultValue: person.export.status,
              }),
          },
        ]}
      />
    </>
  )
}

function Entries({ person: { entries } }: { person: Person }) {
  const { t } = useTranslation('organiser')
  const format = useFormat()
  return (
    <Part title={t('person.entries')} none={entries.length === 0 && t('person.noEntries')}>
      <ul role="list" className={styles.rows}>
        {entries.map((entry) => (
          <li key={entry.apply_order_id} className={styles.row}>
            <span>
              <strong>{entry.title || t('admission.untitled')}</strong>
              <small className={styles.muted}>
                {[entry.entry_no, entry.category.name, entry.edition.name].join(' · ')}
              </small>
            </span>
            <span className={styles.tags}>
              <StatusTag kind="entry" status={entry.entry_status as EntryStatus} />
              <StatusTag kind="entry_fee" status={entry.entry_fee_status as EntryFeeStatus} />
            </span>
            <time className={styles.muted} dateTime={entry.updated_at}>
              {format.date(entry.updated_at, 'date')}
            </time>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Orders({ person: { orders } }: { person: Person }) {
  const { t } = useTranslation('organiser')
  const format = useFormat()
  return (
    <Part title={t('person.orders')} none={orders.length === 0 && t('person.noOrders')}>
      <ul role="list" className={styles.rows}>
        {orders.map((order) => (
          <li key={order.order_no} className={styles.row}>
            <span>
              <strong>{format.money(order)}</strong>
              <small className={styles.muted}>
                {[order.order_no, order.entry_no, ...order.invoices].join(' · ')}
              </small>
            </span>
            <span className={styles.tags}>
              <Tag tone={order.paid_at ? 'success' : 'neutral'}>
                {t(`person.order.${paymentStatusText(order.status as PaymentStatus)}`)}
              </Tag>
              {order.refunded_minor > 0 && (
                <Tag tone="neutral">
                  {t('person.refunded', {
                    amount: format.money({ ...order, amount_minor: order.refunded_minor }),
                  })}
                </Tag>
              )}
            </span>
            <time className={styles.muted} dateTime={order.paid_at ?? order.created_at}>
              {format.date(order.paid_at ?? order.created_at, 'date')}
            </time>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Mails({ person: { mails } }: { person: Person }) {
  const { t } = useTranslation('organiser')
  const format = useFormat()
  return (
    <Part title={t('person.mails')} none={mails.length === 0 && t('person.noMails')}>
      <ul role="list" className={styles.rows}>
        {mails.map((mail) => (
          <li key={mail.mail_id} className={styles.row}>
            <span>{mail.title}</span>
            <span className={styles.tags}>
              <Tag tone={MAIL_TONES[mail.state]}>{t(`person.mail.${mail.state}`)}</Tag>
              {mail.state === 'sent' && mail.soft_bounces ? (
                <span className={styles.muted}>
                  {t('person.cameBack', { count: mail.soft_bounces })}
                </span>
              ) : null}
            </span>
            <time className={styles.muted} dateTime={mail.sent_at ?? mail.created_at}>
              {format.date(mail.sent_at ?? mail.created_at, 'datetime')}
            </time>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** What the audit log says of the person, with the way to all of it. */
function Acts({ id }: { id: string }) {
  const { t } = useTranslation('organiser')
  const acts = useApiQuery(auditDesk.audit, { user_id: id, pageSize: ACTS_SHOWN })
  return (
    <Part
      title={t('person.acts')}
      aside={<Link to={`?view=audit&person=${id}`}>{t('person.allActs')}</Link>}
    >
      <QueryState query={acts}>
        {({ list }) =>
          list.length === 0 ? (
            <p className={styles.muted}>{t('audit.none')}</p>
          ) : (
            <AuditLines rows={list} label={t('person.acts')} />
          )
        }
      </QueryState>
    </Part>
  )
}

/** Everything about one person on one page, and what can be done for them. */
export function PersonStory({ id, onBack }: { id: string; onBack: () => void }) {
  const { t } = useTranslation('organiser')
  const query = useApiQuery(people.person, { user_id: id })
  return (
    <>
      <Button type="link" className={styles.back ?? ''} onClick={onBack}>
        {t('person.back')}
      </Button>
      <QueryState query={query}>
        {(person) => (
          <article aria-labelledby="person-name">
            <h2 id="person-name" className={styles.heading}>
              {person.name}
            </h2>
            <PersonActs person={person} onErased={onBack} />
            <div className={styles.story}>
              <div>
                <Facts person={person} />
              </div>
              <div>
                <Entries person={person} />
                <Orders person={person} />
                <Part title={t('requests.title')}>
                  <DataRequests of={id} />
                </Part>
                <Mails person={person} />
                <Acts id={id} />
              </div>
            </div>
          </article>
        )}
      </QueryState>
    </>
  )
}
