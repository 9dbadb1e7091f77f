import { useApiMutation } from '@awards/shared/client'
import { studio, type Studio, type StudioMember } from '@awards/shared/contract'
import { MEMBER_ROLES, type MemberRole } from '@awards/shared/domain'
import { FormDialog } from '@awards/shared/forms/form-dialog'
import { zodRule } from '@awards/shared/ui'
import { App, Form, Input, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './studio.module.css'

/** Every work, also those that are begun later. */
const ALL_WORKS = 'all'

/** Options for one work or all of them. */
function useWorkOptions(works: Studio['works']) {
  const { t } = useTranslation('studio')
  const { t: entrant } = useTranslation('entrant')
  return [
    { value: ALL_WORKS, label: t('allWorks') },
    ...works.map(({ project_id, title }) => ({
      value: project_id,
      label: t('oneWork', { title: title || entrant('untitled') }),
    })),
  ]
}

type Invitation = { email: string; role: MemberRole; project_id: string }
type InviteDialogProps = { works: Studio['works']; onClose: () => void }

/** Invites somebody by mail, with a role for one work or for all. */
export function InviteDialog({ works, onClose }: InviteDialogProps) {
  const { t } = useTranslation('studio')
  const { message } = App.useApp()
  const [form] = Form.useForm<Invitation>()
  const options = useWorkOptions(works)
  const [invite, { isLoading, error }] = useApiMutation(studio.invite)
  const send = async ({ email, role, project_id }: Invitation) => {
    const scope = project_id === ALL_WORKS ? {} : { project_id }
    const result = await invite({ email, role, ...scope })
    if ('error' in result) return
    void message.success(t('invitation.sent', { email }))
    onClose()
  }
  return (
    <FormDialog<Invitation>
      title={t('invite.title')}
      text={t('invite.text')}
      confirm={t('invite.confirm')}
      form={form}
      isSending={isLoading}
      error={error}
      initialValues={{ role: 'editor', project_id: ALL_WORKS }}
      onClose={onClose}
      onSend={(values) => void send(values)}
    >
      <Form.Item
        name="email"
        label={t('invite.email')}
        rules={[zodRule(studio.invite.input.shape.email)]}
      >
        <Input type="email" autoComplete="off" />
      </Form.Item>
      <Form.Item name="role" label={t('invite.role')}>
        <Radio.Group className={styles.choice ?? ''}>
          {MEMBER_ROLES.map((role) => (
            <Radio key={role} value={role}>
              <strong>{t(`role.${role}`)}</strong>
              <span className={styles.about}>{t(`roleText.${role}`)}</span>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <Form.Item name="project_id" label={t('invite.works')}>
        <Select options={options} />
      </Form.Item>
    </FormDialog>
  )
}

type HandOverDialogProps = {
  member: StudioMember
  works: Studio['works']
  onClose: () => void
}
type HandOver = { project_id: string }

/** Offers a work, or all of them, to a member, who becomes their owner by accepting. */
export function HandOverDialog({ member, works, onClose }: HandOverDialogProps) {
  const { t } = useTranslation('studio')
  const { message } = App.useApp()
  const [form] = Form.useForm<HandOver>()
  const { member_id, name, work } = member
  const all = useWorkOptions(works)
  const options = work ? all.filter(({ value }) => value === work.project_id) : all
  const [offer, { isLoading, error }] = useApiMutation(studio.offerHandOver)
  const send = async ({ project_id }: HandOver) => {
    const scope = project_id === ALL_WORKS ? {} : { project_id }
    const result = await offer({ member_id, ...scope })
    if ('error' in result) return
    void message.success(t('handOver.sent', { name }))
    onClose()
  }
  return (
    <FormDialog<HandOver>
      title={t('handOver.title', { name })}
      text={t('handOver.text', { name })}
      confirm={t('handOver.confirm')}
      form={form}
      isSending={isLoading}
      error={error}
      initialValues={{ project_id: work?.project_id ?? options[1]?.value ?? ALL_WORKS }}
      onClose={onClose}
      onSend={(values) => void send(values)}
    >
      <Form.Item name="project_id" label={t('handOver.works')}>
        <Select options={options} />
      </Form.Item>
    </FormDialog>
  )
}
