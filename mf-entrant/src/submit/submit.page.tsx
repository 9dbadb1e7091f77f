import { useApiQuery } from '@awards/shared/client'
import { type OwnerEntryInfo, payments } from '@awards/shared/contract'
import { ENTRY_STATUS, roleMay } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import {
  DefinitionList,
  LinkButton,
  Page,
  PageHeader,
  ResponsiveImage,
  SectionHeading,
  below,
} from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { FeeSummary, NextStages } from '../common/entry-outlook.tsx'
import { NextButton } from '../common/next-action.tsx'
import { OwnerEntry } from '../common/owner-entry.tsx'
import styles from './submit.module.css'

const RECENT: readonly number[] = [ENTRY_STATUS.submitted, ENTRY_STATUS.registered]

/** Says that the entry has arrived, what it costs and what happens next. */
export function Component() {
  const id = useSearchParams()[0].get('id') ?? ''
  return (
    <Page>
      <OwnerEntry id={id}>{(info) => <Receipt info={info} />}</OwnerEntry>
    </Page>
  )
}

function Receipt({ info }: { info: OwnerEntryInfo }) {
  const { t } = useTranslation('entrant')
  const user = useCurrentUser()
  const id = info.apply_order_id
  const canPay = info.actions.includes('pay')
  const isDraft = info.submitted_at === null
  const isRecent = RECENT.includes(info.entry_status)
  const { data: quote } = useApiQuery(
    payments.getEntryFee,
    { apply_order_id: id },
    { skip: !canPay },
  )
  const cover = info.files.find(({ kind }) => kind === 'cover')?.picture
  const others = info.siblings.filter(({ apply_order_id }) => apply_order_id !== id)
  // The person who submits need not be the one who pays.
  const isAwaited =
    info.entry_status === ENTRY_STATUS.submitted && !roleMay(info.role ?? 'owner', 'pay')
  const isUnpaid = canPay || info.next?.action === 'transfer' || isAwaited
  const stage = isDraft ? 'draft' : isUnpaid ? 'unpaid' : 'done'
  return (
    <div className={styles.layout}>
      <div>
        <PageHeader
          eyebrow={info.entry_no}
          title={t(`submit.${stage}.title`)}
          lead={t(`submit.${stage}.lead`, { title: info.answers.title ?? '' })}
        />
        {isRecent && user && (
          <p className={styles.receipt}>{t('submit.receipt', { email: user.email })}</p>
        )}
        {quote && <FeeSummary quote={quote} />}
        <div className={styles.actions}>
          {isDraft && (
            <LinkButton type="primary" size="large" to={paths.steps({ id, step: 5 })}>
              {t('fee.toReview')}
            </LinkButton>
          )}
          {!isDraft && info.next && (
            <NextButton
              size="large"
              next={info.next}
              id={id}
              title={info.answers.title || t('untitled')}
            />
          )}
          <LinkButton size="large" to={paths.account()}>
            {t('submit.account')}
          </LinkButton>
        </div>
        {others.length > 0 && (
          <div className={styles.part}>
            <SectionHeading size="small">{t('submit.others')}</SectionHeading>
            <ul className={styles.others} role="list">
              {others.map(({ apply_order_id, entry_no, category }) => (
                <li key={apply_order_id}>
                  <span>{category.name}</span>
                  <Link to={paths.submit(apply_order_id)}>{entry_no}</Link>
                </li>
              ))}
            </ul>
          </div>
        )}
        <NextStages info={info} />
      </div>
      <aside className={styles.card}>
        {cover && <ResponsiveImage picture={cover} sizes={`${below('desktop')} 100vw, 26rem`} />}
        <DefinitionList
          items={[
            { term: t('submit.work'), detail: info.answers.title },
            { term: t('submit.number'), detail: info.entry_no },
            { term: t('submit.category'), detail: info.category.name },
            { term: t('submit.section'), detail: info.section.name },
            { term: t('submit.edition'), detail: info.edition.name },
          ]}
        />
      </aside>
    </div>
  )
}
