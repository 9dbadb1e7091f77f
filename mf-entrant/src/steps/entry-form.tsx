import type { Category, OwnerEntryInfo } from '@awards/shared/contract'
import { ENTRY_STEPS } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { LinkButton, PageHeader } from '@awards/shared/ui'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { SaveState } from '../common/save-state.tsx'
import { ConflictNotice, showConflict } from './conflict-notice.tsx'
import { DraftContext } from './draft-context.ts'
import { EntryDeadline } from './entry-deadline.tsx'
import styles from './entry-form.module.css'
import { Notices } from './notices.tsx'
import { StepCategories } from './step-categories.tsx'
import { StepCredits } from './step-credits.tsx'
import { StepFee } from './step-fee.tsx'
import { StepFooter } from './step-footer.tsx'
import { StepImages } from './step-images.tsx'
import { StepRail } from './step-rail.tsx'
import { StepReview } from './step-review.tsx'
import { StepWork } from './step-work.tsx'
import { useEntryDraft } from './use-entry-draft.ts'

const SCREENS = [StepCategories, StepWork, StepImages, StepCredits, StepReview, StepFee]

type EntryFormProps = { info: OwnerEntryInfo; groups: Category[] }

/** The six steps of an entry. The step is in the address; what is written saves itself. */
export function EntryForm({ info, groups }: EntryFormProps) {
  const { t } = useTranslation('entrant')
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const { saver, draft, restoredAt } = useEntryDraft(info)
  const [refusals, setRefusals] = useState<Record<string, string[]>>({})
  const categories = useMemo(() => groups.flatMap(({ children }) => children), [groups])
  const wanted = Number(search.get('step') ?? Math.min(info.step_completed + 1, 5))
  const step = ENTRY_STEPS.find((one) => one.step === wanted)?.step ?? 1
  const Screen = SCREENS[step - 1] ?? StepCategories

  // Whoever has to sign in again comes back to this step: the address names it.
  const isNamed = search.has('step')
  useEffect(() => {
    if (isNamed) return
    setSearch({ id: info.apply_order_id, step: String(step) }, { replace: true })
  }, [isNamed, info.apply_order_id, step, setSearch])

  const goTo = (next: number) => {
    if (next > step && step > draft.step && info.is_editable) saver.change({ step })
    void saver.flush()
    navigate(paths.steps({ id: info.apply_order_id, step: next }))
  }
  const value = { info, categories, saver, draft, step, goTo, refusals, setRefusals }

  return (
    <DraftContext value={value}>
      <PageHeader
        key={step}
        eyebrow={`${info.entry_no} · ${info.category.name}`}
        title={t(`steps.${step}.title`)}
        lead={t(`steps.${step}.lead`)}
        actions={
          <LinkButton to={paths.preview(info.apply_order_id)}>{t('action.preview')}</LinkButton>
        }
      />
      <div className={styles.layout}>
        <aside className={styles.rail}>
          <p className={styles.work}>{draft.answers.title || t('untitled')}</p>
          <StepRail />
          {info.is_editable && <SaveState draft={draft} onConflict={showConflict} />}
          <EntryDeadline />
        </aside>
        <div className={styles.body}>
          <Notices restoredAt={restoredAt} />
          {draft.conflicts.length > 0 && <ConflictNotice />}
          <Screen key={step} />
          <StepFooter />
        </div>
      </div>
    </DraftContext>
  )
}
