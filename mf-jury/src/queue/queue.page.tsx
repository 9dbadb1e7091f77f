import { useApiQuery } from '@awards/shared/client'
import { LISTED_STATES } from '@awards/shared/domain'
import { Desk, PageHeader, LinkButton, Loader, useFirstAnswers } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { AgreementGate } from '../common/agreement-gate.tsx'
import { useFilters } from '../common/use-filters.ts'
import { WrongFilters } from '@awards/shared/list/filters'
import { NowDiscussing } from '../deliberation/now-discussing.tsx'
import { CalibrationNote, UndoBar } from '../score/after-submission.tsx'
import { OutboxLine } from '../score/outbox.tsx'
import { DeskFrame } from '../frame/desk-frame.tsx'
import { QUEUE_KEYS } from '../frame/keys-dialog.tsx'
import { Queue, asState, QUEUE_PAGE_SIZE, WHOLE } from './queue.tsx'
import {
  deliberation,
  type Progress,
  type ReviewRow,
  subJudge,
  subjudges,
} from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'

/** The way to the next entry that waits for a score. */
function BeginLink({ row, progress }: { row: ReviewRow; progress: Progress }) {
  const { t } = useTranslation('jury')
  const hasBegun = progress.submitted + progress.draft > 0
  return (
    <LinkButton to={paths.subJuryReviewDetails(row.apply_order_id)}>
      {t(hasBegun ? 'queue.goOn' : 'queue.begin')}
    </LinkButton>
  )
}

const NAMES = ['state', 'keyword'] as const
const CHOICES = { state: LISTED_STATES }

type QueuePageProps = {
  /** Key of the page's words. */
  words: 'queue' | 'level'
  list: typeof subJudge.subJuryAwardList | typeof subjudges.secondLevelJudgeAwardList
  home: string
}

/** A juror's list, of either level; the agreement comes before it. */
const QueuePage = (props: QueuePageProps) => (
  <Desk>
    <AgreementGate>
      <JurorQueue {...props} />
    </AgreementGate>
  </Desk>
)

function JurorQueue({ words, list, home }: QueuePageProps) {
  const { t } = useTranslation('jury')
  const { filters, wrong, current, change, clear } = useFilters(NAMES, CHOICES)
  const phases = useApiQuery(subjudges.getPhase)
  const { keyword } = filters
  const state = asState(filters.state)
  const query = useApiQuery(list, { current, pageSize: QUEUE_PAGE_SIZE, state, keyword })
  const next = useApiQuery(list, { state: 'todo', pageSize: 1 })
  const isKnown = useFirstAnswers([
    phases,
    query,
    next,
    useApiQuery(list, WHOLE),
    useApiQuery(deliberation.agenda),
  ])
  const open = isKnown ? next.data : undefined
  return (
    <>
      <DeskFrame keys={QUEUE_KEYS} />
      <PageHeader
        title={t(`${words}.title`)}
        lead={t(`${words}.lead`)}
        actions={open?.list[0] && <BeginLink row={open.list[0]} progress={open.progress} />}
      />
      <OutboxLine />
      {isKnown ? (
        <>
          <NowDiscussing />
          <CalibrationNote home={home} />
          <WrongFilters namespace="jury" names={wrong} onClear={clear} />
          <Queue
            query={query}
            phase={phases.data?.current ?? null}
            state={state}
            keyword={keyword}
            onChange={change}
            home={home}
          />
        </>
      ) : (
        <Loader />
      )}
      <UndoBar />
    </>
  )
}

/** The queue of a sub-juror. */
export const FirstLevelPage = () => (
  <QueuePage words="queue" list={subJudge.subJuryAwardList} home={paths.subJuryReview} />
)

/** The list of the second level: fresh scores, first-level figures only after one's own. */
export const SecondLevelPage = () => (
  <QueuePage
    words="level"
    list={subjudges.secondLevelJudgeAwardList}
    home={paths.levelJuryReview}
  />
)
