import { useApiQuery } from '@awards/shared/client'
import { entries } from '@awards/shared/contract'
import { homeRoute } from '@awards/shared/domain'
import { useCurrentUser } from '@awards/shared/session'
import { Desk, QueryState } from '@awards/shared/ui'
import { lazy, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { AgreementGate } from '../common/agreement-gate.tsx'
import {
  EntrySplit,
  isEntryId,
  NoEntry,
  SPLITS,
  useSplit,
  type Split,
} from '../split/entry-frame.tsx'
import { useShortcuts } from '@awards/shared/browser/use-shortcuts'
import { ComparePage } from '../compare/compare-page.tsx'
import { useDeskActions } from '../frame/desk-actions.ts'
import { DeskFrame } from '../frame/desk-frame.tsx'
import { QUEUE_KEYS } from '../frame/keys-dialog.tsx'
import { OutboxLine } from './outbox.tsx'
import { Review } from './review.tsx'
import { typeAhead } from './type-ahead.ts'
import { UndoBar } from './after-submission.tsx'
import { useNeighbours, type Neighbours } from './use-neighbours.ts'

/** One entry, to be looked at and scored; or several side by side. */
export function Component() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const compared = search.get('compare')
  // Who leaves the score types for nobody.
  useEffect(() => () => void typeAhead.take(), [])
  const home = homeRoute(useCurrentUser()?.identity ?? 2)
  if (compared === null && !isEntryId(id)) return <NoEntry id={id} back={home} />
  return (
    <Desk>
      <AgreementGate>
        <DeskFrame {...(compared !== null && { keys: QUEUE_KEYS })} />
        <OutboxLine />
        {compared === null ? (
          <EntryDesk id={id} home={home} />
        ) : (
          <ComparePage ids={compared} home={home} />
        )}
        <UndoBar />
      </AgreementGate>
    </Desk>
  )
}

/** The entry is what one waits for; the list beside it comes after. */
const QueueRail = lazy(() => import('./queue-rail.tsx').then((m) => ({ default: m.QueueRail })))

type OfEntry = { id: string; home: string }

/** The entry, with the juror's list beside it. */
function EntryDesk({ id, home }: OfEntry) {
  const { t } = useTranslation('juryframe')
  const level = useCurrentUser()?.identity === 3 ? 3 : 2
  const neighbours = useNeighbours(id, level, home)
  const split = useSplit(SPLITS.juror)
  useShortcuts({ s: split.isPossible ? split.toggle : undefined })
  useDeskActions(
    split.isPossible ? [{ key: 'list', label: t('action.list'), run: split.toggle }] : [],
  )
  const number = neighbours.position?.number
  const index = number === undefined ? undefined : number - 1
  return (
    <EntrySplit split={split} list={<QueueRail level={level} id={id} index={index} />}>
      <Entry key={id} id={id} home={home} neighbours={neighbours} split={split} />
    </EntrySplit>
  )
}

type EntryProps = OfEntry & { neighbours: Neighbours; split: Split }

function Entry({ id, ...props }: EntryProps) {
  const query = useApiQuery(entries.info, { apply_order_id: id })
  return (
    <QueryState query={query}>
      {(info) =>
        info.projection === 'juror' && <Review info={info} reload={query.refetch} {...props} />
      }
    </QueryState>
  )
}
