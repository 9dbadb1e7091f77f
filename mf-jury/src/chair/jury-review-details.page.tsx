import { paths } from '@awards/shared/paths'
import { Desk, EmptyState, LinkButton, Page, QueryView } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { AgreementGate } from '../common/agreement-gate.tsx'
import { EntryHead } from '../common/entry-head.tsx'
import { Sheet } from '../common/sheet.tsx'
import { useJuryEntryInfoQuery } from '../jury.api.ts'
import { CorrectionPanel } from './correction-panel.tsx'
import { DecisionPanel } from './decision-panel.tsx'
import { HistoryPanel } from './history-panel.tsx'
import styles from './jury-review-details.module.css'
import { OrganiserPanel } from './organiser-panel.tsx'

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
