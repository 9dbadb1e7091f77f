import { siteConfiguration, useApiMutation, useApiQuery } from '@awards/shared/client'
import { broadcasts, type BroadcastTarget } from '@awards/shared/contract'
import { momentIn } from '@awards/shared/domain'
import { FormDialog } from '@awards/shared/forms/form-dialog'
import { App, Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Refusal } from '../desk/refusal.tsx'
import { VIEW } from './view.ts'

type Saved = BroadcastTarget & { broadcast_id: string; version: number }

/** How many people an audience has at this moment. */
export const useAudience = ({ audience, edition_id, category_id, language }: BroadcastTarget) =>
  useApiQuery(
    broadcasts.audience,
    {
      audience,
      edition_id,
      ...(category_id && { category_id }),
      ...(language && { language }),
    },
    { skip: !edition_id, refetchOnMountOrArgChange: true },
  )

/** The dialog that starts a broadcast, and whether it is open. */
export function useStart(saved: Saved) {
  const [isOpen, setOpen] = useState(false)
  return { saved, isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}

type StartDialogProps = {
  saved: Saved
  close: () => void
  /** It was stopped, and goes on with those who wait still. */
  isGoingOn?: boolean
  perMinute: number
}
type Values = { when: 'now' | 'later'; moment?: string }

/** Asks when, and says how many people get the mail and how long that takes. */
export function StartDialog({ saved, close, isGoingOn = false, perMinute }: StartDialogProps) {
  const { t } = useTranslation('mails')
  const { message } = App.useApp()
  const navigate = useNavigate()
  const [form] = Form.useForm<Values>()
  const when = Form.useWatch('when', form)
  const [start, { isLoading, error }] = useApiMutation(broadcasts.startBroadcast)
  const { data } = useAudience(saved)
  const zone = siteConfiguration().time_zone
  const people = data ? data.people - data.opted_out - data.bounced : 0
  const send = async ({ when: at, moment = '' }: Values) => {
    const starts_at = at === 'later' ? new Date(momentIn(zone, moment)).toISOString() : null
    const { broadcast_id, version } = saved
    const result = await start({ broadcast_id, version, starts_at })
    if (result.error) return
    void message.success(t(at === 'later' ? 'scheduled' : 'started'))
    close()
    void navigate(`${VIEW}&broadcast=${broadcast_id}`)
  }
  return (
    <FormDialog<Values>
      title={t(isGoingOn ? 'goOn' : 'startTitle')}
      text={
        isGoingOn
          ? t('goOnText')
          : t('startText', { count: people, minutes: Math.max(1, Math.ceil(people / perMinute)) })
      }
      confirm={t(isGoingOn ? 'goOn' : when === 'later' ? 'schedule' : 'start')}
      form={form}
      isSending={isLoading}
      error={error}
      refusal={(failure) => <Refusal error={failure} />}
      initialValues={{ when: 'now' }}
      onClose={close}
      onSend={(values) => void send(values)}
    >
      <Form.Item name="when" label={t('when')} hidden={isGoingOn}>
        <Radio.Group
          options={[
            { value: 'now', label: t('now') },
            { value: 'later', label: t('later') },
          ]}
        />
      </Form.Item>
      {when === 'later' && (
        <Form.Item
          name="moment"
          label={t('moment', { zone })}
          rules={[{ required: true, message: t('momentNeeded') }]}
        >
          <Input type="datetime-local" />
        </Form.Item>
      )}
    </FormDialog>
  )
}
