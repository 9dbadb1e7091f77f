import { RegisterForm } from '@awards/shared/domain'
import { zodRule } from '@awards/shared/ui'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './fields.module.css'

/** Invitation and agent code, for the few who have one. */
export function RegisterCodes() {
  const { t } = useTranslation('shell')
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) {
    return (
      <Form.Item>
        <Button type="link" className={styles.more} onClick={() => setOpen(true)}>
          {t('session.codes')}
        </Button>
      </Form.Item>
    )
  }
  return (
    <div className={styles.pair}>
      <Form.Item
        name="invitation_code"
        label={t('session.invitationCode')}
        rules={[zodRule(RegisterForm.shape.invitation_code)]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="agent_code"
        label={t('session.agentCode')}
        rules={[zodRule(RegisterForm.shape.agent_code)]}
      >
        <Input autoComplete="off" />
      </Form.Item>
    </div>
  )
}
