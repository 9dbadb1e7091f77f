import type { AssignmentPlan, Input, juryDesk } from '@awards/shared/contract'
import { App, Button, Drawer, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsavedWork } from '@awards/shared/session'
import { NARROW, useMedia } from '@awards/shared/ui'
import { useProblem } from '../../common/use-problem.ts'
import { useApplyAssignmentsMutation, usePlanAssignmentsMutation } from '../desk.api.ts'
import styles from './plan-drawer.module.css'
import { PlanForm } from './plan-form.tsx'
import { PlanPreview } from './plan-preview.tsx'
import { settingsOf, type PlanValues } from './plan-settings.ts'

type PlanDrawerProps = { editionId: string; level: 2 | 3; onClose: () => void }
type Settings = Omit<Input<typeof juryDesk.planAssignments>, 'dry_run' | 'plan'>

/** Gives every entry its jurors: first what would happen, then, if it is wanted, the same in earnest. */
export function PlanDrawer({ editionId, level, onClose }: PlanDrawerProps) {
  const { t } = useTranslation('jurydesk')
  const { message } = App.useApp()
  const isNarrow = useMedia(NARROW)
  const [form] = Form.useForm<PlanValues>()
  const [preview, looking] = usePlanAssignmentsMutation()
  const [apply, applying] = useApplyAssignmentsMutation()
  const [seen, setSeen] = useState<{ settings: Settings; plan: AssignmentPlan }>()
  const problem = useProblem(applying.error ?? looking.error)
  useUnsavedWork(() => form.isFieldsTouched())

  const look = async (values: PlanValues) => {
    applying.reset()
    const settings = { edition_id: editionId, level, ...settingsOf(values, level) }
    const { data } = await preview({ ...settings, dry_run: true })
    if (data) setSeen({ settings, plan: data })
  }
  const carryOut = async () => {
    if (!seen) return
    const { settings, plan } = seen
    const result = await apply({ ...settings, dry_run: false, plan: plan.plan })
    if ('error' in result) return setSeen(undefined)
    void message.success(t('plan.done', { count: result.data?.seats ?? 0 }))
    form.resetFields()
    onClose()
  }
  return (
    <Drawer
      open
      size={isNarrow ? '100%' : 640}
      title={t(`plan.title${level}`)}
      onClose={onClose}
      footer={
        <div className={styles.actions}>
          <Button loading={looking.isLoading} onClick={() => form.submit()}>
            {t(seen ? 'plan.again' : 'plan.preview')}
          </Button>
          <Button
            type="primary"
            disabled={!seen || seen.plan.seats === 0}
            title={seen ? '' : t('plan.previewFirst')}
            loading={applying.isLoading}
            onClick={() => void carryOut()}
          >
            {t('plan.apply', { count: seen?.plan.seats ?? 0 })}
          </Button>
        </div>
      }
    >
      <p className={styles.lead}>{t('plan.lead')}</p>
      <PlanForm
        form={form}
        level={level}
        onChange={() => setSeen(undefined)}
        onFinish={(values) => void look(values)}
      />
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {seen && <PlanPreview plan={seen.plan} />}
    </Drawer>
  )
}
