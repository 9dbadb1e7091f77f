import { useApiMutation, useApiQuery } from '@awards/shared/client'
import { organiser, type TeamMember } from '@awards/shared/contract'
import { ACCOUNT_RIGHTS, type AccountRight } from '@awards/shared/domain'
import { FormDialog } from '@awards/shared/forms/form-dialog'
import { useFormat } from '@awards/shared/i18n'
import { QueryState, Tag, zodRule } from '@awards/shared/ui'
import { App, Button, Form, Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '../desk/refusal.tsx'
import styles from './team-view.module.css'

type Values = { email: string; right: AccountRight }

/** Gives a right to an account that exists; what stands against it is said in the dialog. */
function GiveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('organiser')
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [give, { isLoading, error }] = useApiMutation(organiser.giveRight)
  const send = async (values: Values) => {
    const result = await give(values)
    if ('error' in result) return
    void message.success(t(result.data?.changed ? 'team.given' : 'team.hadIt'))
    onClose()
  }
  return (
    <FormDialog<Values>
      title={t('team.give')}
      text={t('team.giveText')}
      confirm={t('team.give')}
      form={form}
      isSending={isLoading}
      error={error}
      refusal={(failure) => <Refusal error={failure} />}
      initialValues={{ right: 'admit' }}
      onClose={onClose}
      onSend={(values) => void send(values)}
    >
      <Form.Item
        name="email"
        label={t('team.email')}
        rules={[zodRule(organiser.giveRight.input.shape.email)]}
      >
        <Input type="email" autoComplete="off" />
      </Form.Item>
      <Form.Item name="right" label={t('team.right')}>
        <Radio.Group className={styles.choice ?? ''}>
          {ACCOUNT_RIGHTS.map((right) => (
            <Radio key={right} value={right}>
              <strong>{t(`right.${right}`)}</strong>
              <span className={styles.about}>{t(`rightText.${right}`)}</span>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
    </FormDialog>
  )
}

type Taking = { member: TeamMember; right: AccountRight }

/** Takes a right back after a question, which says whose it is and which. */
function TakeDialog({
  taking: { member, right },
  onClose,
}: {
  taking: Taking
  onClose: () => void
}) {
  const { t } = useTranslation('organiser')
  const { message } = App.useApp()
  const [take, { isLoading, error }] = useApiMutation(organiser.takeRight)
  const send = async () => {
    const result = await take({ user_id: member.user_id, right })
    if ('error' in result) return
    void message.success(t('team.taken'))
    onClose()
  }
  return (
    <Modal
      open
      title={t('team.takeOf', { right: t(`right.${right}`), name: member.name })}
      okText={t('team.take')}
      okButtonProps={{ danger: true }}
      confirmLoading={isLoading}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <p>{t(member.is_self ? 'team.takeOwnText' : 'team.takeText', { name: member.name })}</p>
      {error !== undefined && <Refusal error={error} />}
    </Modal>
  )
}

/** Who may do what at the desk, by whom and since when. */
export function TeamView() {
  const { t } = useTranslation('organiser')
  const format = useFormat()
  const team = useApiQuery(organiser.team)
  const [isGiving, setGiving] = useState(false)
  const [taking, setTaking] = useState<Taking>()
  return (
    <>
      <div className={styles.bar}>
        <Button type="primary" onClick={() => setGiving(true)}>
          {t('team.give')}
        </Button>
      </div>
      <QueryState query={team}>
        {({ list }) => (
          <ul role="list" className={styles.members} aria-label={t('heading.team')}>
            {list.map((member) => (
              <li key={member.user_id} className={styles.member}>
                <div className={styles.who}>
                  <strong>{member.name}</strong>
                  {member.is_self && <span className={styles.self}>{t('team.you')}</span>}
                  <span className={styles.mail}>{member.email}</span>
                  {member.is_resting && <Tag tone="warning">{t('team.resting')}</Tag>}
                </div>
                <ul role="list" className={styles.rights}>
                  {member.rights.map(({ right, given_by, given_at }) => (
                    <li key={right} className={styles.right}>
                      <span>
                        <strong>{t(`right.${right}`)}</strong>
                        <small>
                          {t(given_by ? 'team.since' : 'team.sinceStart', {
                            name: given_by,
                            date: format.date(given_at, 'date'),
                          })}
                        </small>
                      </span>
                      <Button
                        size="small"
                        aria-label={t('team.takeOf', {
                          right: t(`right.${right}`),
                          name: member.name,
                        })}
                        onClick={() => setTaking({ member, right })}
                      >
                        {t('team.take')}
                      </Button>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {isGiving && <GiveDialog onClose={() => setGiving(false)} />}
      {taking && <TakeDialog taking={taking} onClose={() => setTaking(undefined)} />}
    </>
  )
}
