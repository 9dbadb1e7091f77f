import { account } from '@awards/shared/contract'
import { failureOf, useApiMutation } from '@awards/shared/client'
import { EraseForm as Rules } from '@awards/shared/domain'
import { translateMessage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { signOut } from '@awards/shared/session'
import { zodRule } from '@awards/shared/ui'
import { Alert, App, Button, Checkbox, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { showRefusals } from '../profile/use-profile-form.ts'
import styles from './privacy.module.css'

type Values = { password: string; understood: boolean }

/** The password and a plain yes; afterwards nobody is signed in any more. */
export function EraseForm({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation('entrant')
  const { modal } = App.useApp()
  const navigate = useNavigate()
  const [form] = Form.useForm<Values>()
  const [refusal, setRefusal] = useState<string>()
  const [erase, { isLoading }] = useApiMutation(account.erase)
  useEffect(() => form.focusField('password'), [form])

  const finish = async ({ password }: Values) => {
    setRefusal(undefined)
    try {
      const { kept } = await erase({ password, understood: true }).unwrap()
      // First away from a page that would send a visitor to /login.
      await navigate(paths.home, { flushSync: true })
      await signOut()
      // What was still under way here may have been refused, and have led to /login.
      await navigate(paths.home, { replace: true })
      void modal.success({
        title: t('rights.erase.done'),
        content: kept.map((one) => t(`rights.erase.kept.${one}`)).join(' '),
        centered: true,
      })
    } catch (error) {
      const { msg } = failureOf(error)
      if (typeof msg === 'string') setRefusal(translateMessage(msg))
      else showRefusals(form, error)
    }
  }
  return (
    <Form
      form={form}
      name="erase"
      layout="vertical"
      requiredMark={false}
      className={styles.erase ?? ''}
      validateTrigger="onBlur"
      scrollToFirstError={{ block: 'center', focus: true }}
      onFinish={finish}
    >
      <Form.Item
        name="password"
        label={t('profile.password')}
        rules={[zodRule(Rules.shape.password)]}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="understood"
        valuePropName="checked"
        validateTrigger="onChange"
        rules={[zodRule(Rules.shape.understood)]}
      >
        <Checkbox>{t('rights.erase.understood')}</Checkbox>
      </Form.Item>
      {refusal && (
        <Alert className={styles.refusal ?? ''} type="error" title={refusal} role="alert" />
      )}
      <div className={styles.buttons}>
        <Button danger type="primary" htmlType="submit" loading={isLoading}>
          {t('rights.erase.confirm')}
        </Button>
        <Button onClick={onCancel}>{t('rights.erase.keep')}</Button>
      </div>
    </Form>
  )
}
