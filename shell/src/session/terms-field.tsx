import { RegisterForm } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { zodRule } from '@awards/shared/ui'
import { Checkbox, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { Trans } from 'react-i18next/TransWithoutContext'
import { useHref } from 'react-router-dom'
import styles from './fields.module.css'

/** Accepting the terms; they open in another tab, so that the form stays as it is. */
export function TermsField() {
  const { t } = useTranslation('shell')
  const terms = useHref(paths.terms)
  const privacy = useHref(paths.privacy)
  return (
    <Form.Item name="terms" valuePropName="checked" rules={[zodRule(RegisterForm.shape.terms)]}>
      <Checkbox className={styles.terms}>
        <Trans
          t={t}
          i18nKey="session.terms"
          components={{
            terms: <a href={terms} target="_blank" rel="noopener" />,
            privacy: <a href={privacy} target="_blank" rel="noopener" />,
          }}
        />
      </Checkbox>
    </Form.Item>
  )
}
