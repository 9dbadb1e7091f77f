import { useApiQuery } from '@awards/shared/client'
import { entries } from '@awards/shared/contract'
import { homeRoute } from '@awards/shared/domain'
import { useCurrentUser } from '@awards/shared/session'
import { Desk, EmptyState, LinkButton, Page, QueryState } from '@awards/shared/ui'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { AgreementGate } from '../common/agreement-gate.tsx'
import { ComparePage } from '../compare/compare-page.tsx'
import { DeskFrame } from '../frame/desk-frame.tsx'
import { QUEUE_KEYS } from '../queue/queue-keys.ts'
import { OutboxLine } from './outbox-line.tsx'
import { Review } from './review.tsx'
import { typeAhead } from './type-ahead.ts'
import { UndoBar } from './undo-bar.tsx'

/** One entry, to be looked at and scored; or several side by side. */
export function Component() {
  const { t } = useTranslation('jury')
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const compared = search.get('compare')
  // Who leaves the score types for nobody.
  useEffect(() => () => void typeAhead.take(), [])
  const home = homeRoute(useCurrentUser()?.identity ?? 2)
  if (id === '' && compared === null) {
    return (
      <Page>
        <EmptyState title={t('noEntry')} action={<LinkButton to={home}>{t('back')}</LinkButton>} />
      </Page>
    )
  }
  return (
    <Desk>
      <AgreementGate>
        <DeskFrame {...(compared !== null && { keys: QUEUE_KEYS })} />
        <OutboxLine />
        {compared === null ? (
          <Entry key={id} id={id} home={home} />
        ) : (
          <ComparePage ids={compared} home={home} />
        )}
        <UndoBar />
      </AgreementGate>
    </Desk>
  )
}

function Entry({ id, home }: { id: string; home: string }) {
  const query = useApiQuery(entries.info, { apply_order_id: id })
  return (
    <QueryState query={query}>
      {(info) =>
        info.projection === 'juror' && <Review info={info} home={home} reload={query.refetch} />
      }
    </QueryState>
  )
}
