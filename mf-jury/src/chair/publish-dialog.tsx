import { useApiMutation } from '@awards/shared/client'
import { judgeAdded, type Output } from '@awards/shared/contract'
import { DefinitionList } from '@awards/shared/ui'
import { App, Checkbox, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import dialogStyles from '../common/common.module.css'
import { Checklist } from './checklist.tsx'
import styles from './chair-dialogs.module.css'

type PublishDialogProps = {
  isOpen: boolean
  edition: { id: string; name: string }
  onClose: () => void
  onPublished?: () => void
}

/** Publishes the results, after showing what would change. */
export function PublishDialog({ isOpen, edition, onClose, onPublished }: PublishDialogProps) {
  const { t } = useTranslation('jury')
  const { message } = App.useApp()
  const [publish, { isLoading }] = useApiMutation(judgeAdded.publish)
  const [plan, setPlan] = useState<Output<typeof judgeAdded.publish>>()
  const [isWithoutAward, setIsWithoutAward] = useState(false)
  const edition_id = edition.id

  useEffect(() => {
    if (!isOpen) return
    setPlan(undefined)
    setIsWithoutAward(false)
    void publish({ edition_id, dry_run: true }).then(({ data }) => setPlan(data))
  }, [isOpen, edition_id, publish])

  const send = async () => {
    if (!plan) return
    // Only what was looked at here is published.
    const result = await publish({
      edition_id,
      dry_run: false,
      without_award: isWithoutAward,
      plan: plan.plan,
    })
    if ('error' in result || !result.data) return
    void message.success(t('publish.done', { count: result.data.awarded }))
    onPublished?.()
    onClose()
  }
  const hidden = plan?.skipped.filter(({ reason }) => reason === 'NO_LICENCE').length ?? 0
  return (
    <Modal
      open={isOpen}
      title={t('publish.title', { edition: edition.name })}
      okText={t('publish.confirm')}
      cancelText={t('cancel')}
      confirmLoading={isLoading}
      okButtonProps={{ disabled: !plan }}
      classNames={{ body: dialogStyles.body ?? '' }}
      onOk={() => void send()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p className={dialogStyles.text}>{t('publish.text')}</p>
      {plan && (
        <DefinitionList
          items={[
            { term: t('publish.awarded'), detail: String(plan.awarded) },
            { term: t('publish.shown'), detail: String(plan.shown) },
            { term: t('publish.certificates'), detail: String(plan.certificates) },
            {
              term: t('publish.notAwarded'),
              detail: String(plan.not_awarded + (isWithoutAward ? plan.without_decision : 0)),
            },
          ]}
        />
      )}
      {hidden > 0 && (
        <p className={styles.skipped}>{t('publish.skipped.NO_LICENCE', { count: hidden })}</p>
      )}
      {plan && <Checklist lines={plan.checklist} />}
      {plan && plan.without_decision > 0 && (
        <Checkbox
          className={styles.without ?? ''}
          checked={isWithoutAward}
          onChange={(event) => setIsWithoutAward(event.target.checked)}
        >
          {t('publish.withoutAward', { count: plan.without_decision })}
        </Checkbox>
      )}
    </Modal>
  )
}
