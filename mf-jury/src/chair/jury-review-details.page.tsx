import { paths } from '@awards/shared/paths'
import { Desk, EmptyState, LinkButton, Page, QueryView } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { AgreementGate } from '../common/agreement-gate.tsx'
import { EntryHead } from '../common/entry-head.tsx'
import { Sheet } from '../common/entry-detail.tsx'
import { useJuryEntryInfoQuery } from '../jury.api.ts'
import type { JurorEntryInfo } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { Button } from 'antd'
import { useState } from 'react'
import { CorrectionDialog } from './correction-dialog.tsx'
import { SidePanel } from './side-panel.tsx'
import styles from './jury-review-details.module.css'
import { DecisionPanel } from './decision-panel.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { OrganiserPanel } from './organiser-panel.tsx'

/** What the chair should look at before an entry is admitted, and the way back to the entrant. */
function CorrectionPanel({ info }: { info: JurorEntryInfo }) {
  const { t } = useTranslation('jury')
  const [isAsking, setIsAsking] = useState(false)
  const format = useFormat()
  const { warnings, correction, correction_until: until, apply_order_id } = info
  if (warnings.length === 0 && !until && !correction) return null
  return (
    <SidePanel title={t('correction.heading')}>
      <div className={styles.parts}>
        {warnings.length > 0 && (
          <ul className={styles.warnings}>
            {warnings.map(({ detail, similar }) => (
              <li key={detail}>
                {similar
                  ? t(similar.is_own ? 'correction.own' : 'correction.similar', similar)
                  : detail}
              </li>
            ))}
          </ul>
        )}
        {correction && (
          <div className={styles.asked}>
            <p>{t('correction.asked', { date: format.date(correction.due_at, 'datetime') })}</p>
            <blockquote>{correction.note}</blockquote>
          </div>
        )}
        {until && <Button onClick={() => setIsAsking(true)}>{t('correction.ask')}</Button>}
        {until && isAsking && (
          <CorrectionDialog id={apply_order_id} until={until} onClose={() => setIsAsking(false)} />
        )}
      </div>
    </SidePanel>
  )
}

/** One entry as the chair sees it: the work, what the jury says, and the decision. */
export function Component() {
  const { t } = useTranslation('jury')
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  if (id === '') {
    return (
      <Page>
        <EmptyState
          title={t('noEntry')}
          action={<LinkButton to={paths.juryReview}>{t('back')}</LinkButton>}
        />
      </Page>
    )
  }
  return (
    <Desk>
      <AgreementGate>
        <ChairEntry key={id} id={id} />
      </AgreementGate>
    </Desk>
  )
}

function ChairEntry({ id }: { id: string }) {
  const query = useJuryEntryInfoQuery({ apply_order_id: id })
  return (
    <QueryView query={query}>
      {(info) =>
        info.projection === 'juror' && (
          <>
            <EntryHead info={info} back={paths.juryReview} />
            <div className={styles.columns}>
              <Sheet info={info} />
              <div className={styles.side}>
                <CorrectionPanel info={info} />
                <DecisionPanel info={info} />
                <OrganiserPanel info={info} />
                <HistoryPanel info={info} />
              </div>
            </div>
          </>
        )
      }
    </QueryView>
  )
}
