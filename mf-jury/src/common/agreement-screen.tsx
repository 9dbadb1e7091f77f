import { errorCode, errorReason, fieldErrors, useApiMutation } from '@awards/shared/client'
import { type Agreement, jurySeat } from '@awards/shared/contract'
import { useUnsavedWork } from '@awards/shared/session'
import { PageHeader, trustedHtml } from '@awards/shared/ui'
import { App, Button, Checkbox, Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './agreement-screen.module.css'
import { useProblem } from './error-note.tsx'

type Values = { affiliations: string[]; email_domains: string[]; accepted: boolean }

const DOMAIN = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i
const SHORTEST_NAME = 2

/** What a juror agrees to, and the ties by which conflicts of interest are found. */
export function AgreementScreen({ agreement }: { agreement: Agreement }) {
  const { t } = useTranslation('jury')
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [sign, { isLoading, error }] = useApiMutation(jurySeat.signAgreement)
  const problem = useProblem(errorCode(error) === 422 ? undefined : error)
  useUnsavedWork(() => form.isFieldsTouched())

  const send = async ({ affiliations, email_domains }: Values) => {
    const ties = { affiliations, email_domains }
    const result = await sign({ version: agreement.version, accepted: true, ...ties })
    if ('error' in result) {
      // The new version comes to the screen; it is read before it is accepted.
      if (errorReason(result.error) === 'VERSION') form.setFieldValue('accepted', false)
      return form.setFields(
        fieldErrors(result.error).map(({ name, errors }) => ({
          name: name[0] as keyof Values,
          errors,
        })),
      )
    }
    void message.success(t('agreement.signed', { count: result.data.conflicts }))
  }

  return (
    <>
      <PageHeader
        eyebrow={t('agreement.eyebrow')}
        title={agreement.title}
        lead={t('agreement.lead')}
      />
      <div className={styles.agreement}>
        <div
          className={styles.text}
          // The text is the programme's own; the server has cleaned it.
          dangerouslySetInnerHTML={{ __html: trustedHtml(agreement.html) }}
        />
        <Form
          form={form}
          layout="vertical"
          className={styles.form ?? ''}
          initialValues={{
            affiliations: agreement.affiliations,
            email_domains: agreement.email_domains,
            accepted: false,
          }}
          onFinish={(values: Values) => void send(values)}
        >
          <h2 className={styles.heading}>{t('agreement.ties')}</h2>
          <p className={styles.hint}>{t('agreement.tiesText')}</p>
          <Form.Item
            name="affiliations"
            label={t('agreement.affiliations')}
            extra={t('agreement.enter')}
            rules={[
              tagsRule((one) => one.trim().length >= SHORTEST_NAME, t('agreement.nameNeeded')),
            ]}
          >
            <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[';']} />
          </Form.Item>
          <Form.Item
            name="email_domains"
            label={t('agreement.domains')}
            extra={t('agreement.domainsText')}
            rules={[tagsRule((one) => DOMAIN.test(one.trim()), t('agreement.domainWrong'))]}
          >
            <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ';', ' ']} />
          </Form.Item>
          <Form.Item
            name="accepted"
            valuePropName="checked"
            rules={[
              {
                validator: (_rule, value) =>
                  value ? Promise.resolve() : Promise.reject(new Error(t('agreement.needed'))),
              },
            ]}
          >
            <Checkbox>{t('agreement.accept')}</Checkbox>
          </Form.Item>
          {problem && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
          <Button type="primary" size="large" htmlType="submit" loading={isLoading}>
            {t('agreement.sign')}
          </Button>
        </Form>
      </div>
    </>
  )
}

const tagsRule = (isRight: (tag: string) => boolean, words: string) => ({
  validator: (_rule: unknown, tags: string[] = []) =>
    tags.every(isRight) ? Promise.resolve() : Promise.reject(new Error(words)),
})
