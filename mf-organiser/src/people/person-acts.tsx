import { storeSeenToken, useApiMutation } from '@awards/shared/client'
import { people, type Person } from '@awards/shared/contract'
import { SEE_AS_MINUTES } from '@awards/shared/domain'
import { FormDialog } from '@awards/shared/forms/form-dialog'
import { zodRule } from '@awards/shared/ui'
import { App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '../desk/refusal.tsx'
import { ReceivedFields } from './data-requests.tsx'
import styles from './people.module.css'

type Grave = 'seeAs' | 'correct' | 'copyData' | 'erase'
type Way = 'mail' | 'letter' | 'other'
type Values = { email?: string; way?: Way; received_on?: string; reason: string }

/** A step that asks for a reason, and says before what it leads to. */
function GraveDialog({
  act,
  person,
  onClose,
  onErased,
}: {
  act: Grave
  person: Person
  onClose: () => void
  onErased: () => void
}) {
  const { t } = useTranslation('organiser')
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [correct, correcting] = useApiMutation(people.correctEmail)
  const [copy, copying] = useApiMutation(people.exportPerson)
  const [erase, erasing] = useApiMutation(people.erasePerson)
  const [seeAs, looking] = useApiMutation(people.seeAs)
  const { user_id, name } = person

  const steps: Record<Grave, (values: Values) => Promise<void>> = {
    async correct({ email = '', reason }) {
      const { error } = await correct({ user_id, email, reason })
      if (error) return
      void message.success(t('person.corrected'))
      onClose()
    },
    async copyData(values) {
      const { error } = await copy({ user_id, ...values })
      if (error) return
      void message.success(t('person.copied'))
      onClose()
    },
    async erase(values) {
      const { error } = await erase({ user_id, ...values })
      if (error) return
      void message.success(t('person.erased'))
      onClose()
      onErased()
    },
    async seeAs({ reason }) {
      const { data } = await seeAs({ user_id, reason })
      if (!data) return
      storeSeenToken(data.token)
      // A document of its own: what this one holds was answered to the organiser.
      window.location.assign(data.home_route)
    },
  }
  const { isLoading, error } = {
    correct: correcting,
    copyData: copying,
    erase: erasing,
    seeAs: looking,
  }[act]
  return (
    <FormDialog<Values>
      title={t(`person.${act}Title`, { name })}
      text={t(`person.${act}Text`, { name, minutes: SEE_AS_MINUTES })}
      confirm={t(`person.${act}`)}
      okButtonProps={{ danger: act === 'erase' }}
      form={form}
      isSending={isLoading}
      error={error}
      refusal={(failure) => <Refusal error={failure} />}
      onClose={onClose}
      onSend={(values) => void steps[act](values)}
    >
      {act === 'correct' && (
        <Form.Item
          name="email"
          label={t('person.newEmail')}
          rules={[zodRule(people.correctEmail.input.shape.email)]}
        >
          <Input type="email" autoComplete="off" />
        </Form.Item>
      )}
      {(act === 'copyData' || act === 'erase') && <ReceivedFields />}
      <Form.Item
        name="reason"
        label={t('person.reason')}
        rules={[zodRule(people.seeAs.input.shape.reason)]}
      >
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </FormDialog>
  )
}

/** What can be done for somebody. Accounts of jurors and of the team are not opened, and say why. */
export function PersonActs({ person, onErased }: { person: Person; onErased: () => void }) {
  const { t } = useTranslation('organiser')
  const { message } = App.useApp()
  const [act, setAct] = useState<Grave>()
  const [help, helping] = useApiMutation(people.sendSignInHelp)
  const [unlock, unlocking] = useApiMutation(people.unlockAccount)
  const { user_id } = person
  const said = async (step: Promise<{ error?: unknown }>, word: 'helped' | 'unlocked') => {
    const { error } = await step
    if (!error) void message.success(t(`person.${word}`))
  }
  const grave = (name: Grave, danger = false) => (
    <Button danger={danger} disabled={person.office !== null} onClick={() => setAct(name)}>
      {t(`person.${name}`)}
    </Button>
  )
  return (
    <>
      <div role="toolbar" aria-label={t('person.actions')} className={styles.actions}>
        {grave('seeAs')}
        <Button
          loading={helping.isLoading}
          onClick={() => void said(help({ user_id, kind: 'password' }), 'helped')}
        >
          {t('person.help')}
        </Button>
        {person.is_address_unproven && (
          <Button onClick={() => void said(help({ user_id, kind: 'address' }), 'helped')}>
            {t('person.proveAgain')}
          </Button>
        )}
        {person.locked_until && (
          <Button
            loading={unlocking.isLoading}
            onClick={() => void said(unlock({ user_id }), 'unlocked')}
          >
            {t('person.unlock')}
          </Button>
        )}
        {grave('correct')}
        <Button onClick={() => setAct('copyData')}>{t('person.copyData')}</Button>
        {grave('erase', true)}
      </div>
      {person.office && <p className={styles.muted}>{t(`person.closed.${person.office}`)}</p>}
      {act && (
        <GraveDialog
          act={act}
          person={person}
          onClose={() => setAct(undefined)}
          onErased={onErased}
        />
      )}
    </>
  )
}
