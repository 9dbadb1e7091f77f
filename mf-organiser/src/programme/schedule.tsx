import { siteConfiguration, useApiMutation, useApiQuery } from '@awards/shared/client'
import { programmeDesk, type ProgrammeSchedule } from '@awards/shared/contract'
import { momentIn } from '@awards/shared/domain'
import { FormDialog } from '@awards/shared/forms/form-dialog'
import { formatDate, useLanguage } from '@awards/shared/i18n'
import { App, Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Refusal } from '../desk/refusal.tsx'
import styles from './programme.module.css'

type ScheduleDialogProps = { plan: string; onClose: () => void; onScheduled: () => void }

/** Asks for the moment at which a reviewed plan goes live, on the clock of the programme. */
export function ScheduleDialog({ plan, onClose, onScheduled }: ScheduleDialogProps) {
  const { t } = useTranslation('organiser')
  const { message } = App.useApp()
  const [form] = Form.useForm<{ at: string }>()
  const [schedule, { isLoading, error }] = useApiMutation(programmeDesk.schedule)
  const zone = siteConfiguration().time_zone
  const send = async ({ at }: { at: string }) => {
    const result = await schedule({ plan, at: new Date(momentIn(zone, at)).toISOString() })
    if (result.error) return
    void message.success(t('programme.later.scheduled'))
    onScheduled()
  }
  return (
    <FormDialog<{ at: string }>
      title={t('programme.later.title')}
      text={t('programme.later.text')}
      confirm={t('programme.later.confirm')}
      form={form}
      isSending={isLoading}
      error={error}
      refusal={(failure) => <Refusal error={failure} />}
      onClose={onClose}
      onSend={(values) => void send(values)}
    >
      <Form.Item
        name="at"
        label={t('programme.later.at', { zone })}
        rules={[{ required: true, message: t('programme.dateNeeded') }]}
      >
        <Input type="datetime-local" />
      </Form.Item>
    </FormDialog>
  )
}

/** What waits for its moment, with the button that takes it back; or that nothing went live at the last one, and why. */
export function ScheduleNotice() {
  const { data } = useApiQuery(programmeDesk.scheduled, {}, { refetchOnMountOrArgChange: true })
  return data?.schedule && <Notice schedule={data.schedule} />
}

function Notice({ schedule: { at, scheduled_by, failed } }: { schedule: ProgrammeSchedule }) {
  const { t } = useTranslation('organiser')
  const language = useLanguage()
  const { message } = App.useApp()
  const [withdraw, { isLoading, error }] = useApiMutation(programmeDesk.withdraw)
  const date = formatDate(at, language, siteConfiguration().time_zone, 'datetime')
  const send = async () => {
    const result = await withdraw({})
    if (!result.error) void message.success(t('programme.later.withdrawn'))
  }
  if (failed) {
    return (
      <p role="alert" className={styles.pending}>
        {t('programme.later.failed', { date })} {t(`programme.later.reason.${failed}`)}
      </p>
    )
  }
  return (
    <div className={styles.pending} role="status">
      <span>{t('programme.later.waiting', { date, name: scheduled_by })}</span>
      <Button loading={isLoading} onClick={() => void send()}>
        {t('programme.later.withdraw')}
      </Button>
      {error !== undefined && <Refusal error={error} />}
    </div>
  )
}
