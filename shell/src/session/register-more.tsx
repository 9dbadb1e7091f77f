import { RegisterForm } from '@awards/shared/domain'
import { zodRule } from '@awards/shared/ui'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './fields.module.css'
import { PhoneFields } from './phone-fields.tsx'

/** A phone number and the codes of an invitation or an agent: what most people leave out. */
export function RegisterMore() {
  const { t } = useTranslation('shell')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Form.Item>
        <Button
          type="link"
          className={styles.more ?? ''}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t('session.more')}
          <span aria-hidden="true">{isOpen ? '−' : '+'}</span>
        </Button>
      </Form.Item>
      <div hidden={!isOpen}>
        {isOpen ? <PhoneFields /> : null}
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
      </div>
    </>
  )
}
