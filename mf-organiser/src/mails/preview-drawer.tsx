import { useApiMutation } from '@awards/shared/client'
import { broadcasts } from '@awards/shared/contract'
import { LANGUAGES, type Language } from '@awards/shared/domain'
import { useLanguage } from '@awards/shared/i18n'
import { Loader } from '@awards/shared/ui'
import { App, Button, Drawer, Radio } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '../desk/refusal.tsx'
import styles from './mails.module.css'
import type { BroadcastValues } from './view.ts'

type PreviewDrawerProps = {
  values: BroadcastValues
  /** The server refuses a text; the form says where. */
  onRefused: (error: unknown) => void
  onClose: () => void
}

/** The mail with the data of a real person of the audience, in each language, and a copy of it to oneself. */
export function PreviewDrawer({ values, onRefused, onClose }: PreviewDrawerProps) {
  const { t } = useTranslation('mails')
  const { message } = App.useApp()
  const own = useLanguage()
  const [show, setShow] = useState<Language>(own)
  const [preview, { data, error }] = useApiMutation(broadcasts.previewBroadcast)
  const [test, testing] = useApiMutation(broadcasts.testBroadcast)
  const { audience, edition_id, category_id, language, texts } = values
  const sample = { audience, edition_id, category_id, language, texts }
  const ask = useEffectEvent(async (of: Language) => {
    const result = await preview({ ...sample, show: of })
    if (result.error) onRefused(result.error)
  })
  useEffect(() => void ask(show), [show])
  const send = async () => {
    const result = await test({ ...sample, show })
    if (!result.error) void message.success(t('tested', { to: result.data.to }))
  }
  return (
    <Drawer
      open
      size="large"
      title={t('preview')}
      onClose={onClose}
      footer={
        <Button loading={testing.isLoading} disabled={!data} onClick={() => void send()}>
          {t('test')}
        </Button>
      }
    >
      <Radio.Group
        className={styles.choice ?? ''}
        aria-label={t('previewLanguage')}
        value={show}
        options={LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
        onChange={({ target }) => setShow(target.value as Language)}
        optionType="button"
      />
      {error !== undefined && <Refusal error={error} />}
      {testing.error !== undefined && <Refusal error={testing.error} />}
      {data && !error && (
        <>
          <p className={styles.hint}>{data.to ? t('previewOf', data.to) : t('previewOfNobody')}</p>
          <MailPaper subject={data.subject} text={data.text} language={show} />
        </>
      )}
      {!data && error === undefined && <Loader />}
    </Drawer>
  )
}

type MailPaperProps = { subject: string; text: string; language: Language }

/** A mail as its reader sees it, without the look that mail clients give it. */
export const MailPaper = ({ subject, text, language }: MailPaperProps) => (
  <article className={styles.paper} lang={language}>
    <h3>{subject}</h3>
    <p>{text}</p>
  </article>
)
