import { WinningInfo } from '@awards/shared/domain'
import { useCurrentUser, useSiteDispatch } from '@awards/shared/session'
import { SectionHeading, zodRule } from '@awards/shared/ui'
import { Alert, Button, Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { localCopy, newFormId, orNothing, type Copies } from '../common/device-copy.ts'
import { SaveState, useSaveMoments } from '../common/save-state.tsx'
import { TextArea } from '@awards/shared/forms/text-area'
import type { AwardScreenProps } from './award-answer.tsx'
import styles from './award-steps.module.css'
import { translateMessage, useFormat } from '@awards/shared/i18n'
import { useCountries } from '@awards/shared/forms/use-countries'
import { cacheOf, callApi, handleError, readToken } from '@awards/shared/client'
import { entries, type OwnerEntryInfo } from '@awards/shared/contract'
import { del, get, update } from 'idb-keyval'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { ConflictNotice, showConflict } from '../steps/draft/conflict-notice.tsx'
import { createPublicationSaver, type PublicationValues } from './publication-saver.ts'

const LINES = [
  { name: 'recipient', autoComplete: 'name', maximum: 120 },
  { name: 'address', autoComplete: 'street-address', maximum: 300 },
  { name: 'postal_code', autoComplete: 'postal-code', maximum: 20 },
  { name: 'city', autoComplete: 'address-level2', maximum: 80 },
] as const

/** Where a trophy or a printed certificate is sent; nothing has to be given. */
function ShippingFields() {
  const { t } = useTranslation('entrant')
  const countries = useCountries()
  const form = Form.useFormInstance()
  return (
    <>
      <SectionHeading size="small">{t('shipping.title')}</SectionHeading>
      <p className={styles.publicationHelp}>{t('shipping.help')}</p>
      <div className={styles.pair}>
        {LINES.map(({ name, autoComplete, maximum }) => (
          <Form.Item key={name} name={['shipping', name]} label={t(`shipping.${name}`)}>
            <Input autoComplete={autoComplete} maxLength={maximum} />
          </Form.Item>
        ))}
        <Form.Item
          name={['shipping', 'country']}
          label={t('shipping.country')}
          dependencies={LINES.map(({ name }) => ['shipping', name])}
          rules={[
            {
              validator: async (_rule, value?: string) => {
                const given = LINES.some(({ name }) => form.getFieldValue(['shipping', name]))
                if (given && !value) throw new Error(translateMessage('Choose a country'))
              },
            },
          ]}
        >
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            options={countries}
            placeholder={t('chooseCountry')}
          />
        </Form.Item>
      </div>
    </>
  )
}

/** The form takes in an address line by line: a line without a value would stay as it was. */
const NO_ADDRESS = Object.fromEntries(
  [...LINES.map(({ name }) => name), 'country'].map((name) => [name, undefined]),
)

/**
 * Moves the copy of an older release to those of today. It does not say what it was written over, so that each of its
 * fields that differs from what is saved is asked; where nothing is saved, nobody else wrote.
 */
const adoptOlderCopy = (older: string, copies: string, isSaved: boolean) =>
  orNothing(async () => {
    const answers = await get<PublicationValues>(older)
    if (!answers) return
    const copy = { at: '', pending: { answers, ...(isSaved && { asked: Object.keys(answers) }) } }
    await update<Copies<PublicationValues>>(copies, (all) => ({ ...all, [older]: copy }))
    await del(older)
  })

/** The form of what is published, with its autosave and its copy on this device; it begins with `initial`. */
function usePublication(info: OwnerEntryInfo, initial: PublicationValues) {
  const { apply_order_id } = info
  const dispatch = useSiteDispatch()
  const user = useCurrentUser()
  const [form] = Form.useForm<PublicationValues>()
  const key = `award-draft:${user?.id ?? ''}:${apply_order_id}`
  const copies = `award-copies:${user?.id ?? ''}:${apply_order_id}`
  const [formId] = useState(newFormId)
  const [restoredAt, setRestoredAt] = useState<string>()
  const [isSaved] = useState(Boolean(info.winning_info))
  const [saver] = useState(() => {
    const options = { skipErrorHandler: true }
    let sentToken: string | undefined
    const remember = (part: Pick<OwnerEntryInfo, 'version' | 'winning_info'>) =>
      dispatch(
        cacheOf(entries.info).update({ apply_order_id }, (cached) => {
          Object.assign(cached, part)
        }),
      )
    return createPublicationSaver(
      { version: info.version, info: initial },
      {
        async save(version, winning_info) {
          sentToken = readToken()
          const input = { apply_order_id, version, info: winning_info }
          const answer = await callApi(entries.winningInfoEdit, input, options)
          remember({ version: answer.version, winning_info })
          return answer
        },
        async load() {
          const theirs = await callApi(entries.info, { apply_order_id }, options)
          const { version, winning_info } = theirs.projection === 'owner' ? theirs : info
          remember({ version, winning_info })
          return { version, info: winning_info ?? {} }
        },
        fill: (values) =>
          form.setFieldsValue({ ...values, shipping: { ...NO_ADDRESS, ...values.shipping } }),
        keep: (changes, base) => void localCopy.write(copies, formId, changes, base),
        refused: (error) => handleError(error, sentToken),
      },
    )
  })

  useEffect(() => {
    let isGone = false
    const restore = async () => {
      await adoptOlderCopy(key, copies, isSaved)
      const copy = await localCopy.read<PublicationValues>(copies, formId)
      if (isGone || !copy) return
      const isPutBack = saver.restore(copy.pending, form.getFieldsValue(true), copy.base)
      // A copy of an older release does not say when it was written.
      if (isPutBack && copy.at) setRestoredAt(copy.at)
    }
    void restore()
    return () => {
      isGone = true
    }
  }, [form, key, copies, formId, isSaved, saver])
  useSaveMoments(saver, key)

  const saving = useSyncExternalStore(saver.subscribe, saver.snapshot)
  return { form, saver, saving, restoredAt }
}

const TEXTS = [
  { name: 'bio', maximum: 800, rows: 4 },
  { name: 'credits', maximum: 600, rows: 3 },
  { name: 'press_text', maximum: 1200, rows: 5 },
] as const

/** What is published, what stands on the certificate, and where things are sent. */
export function PublicationForm({ info, goTo }: AwardScreenProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const user = useCurrentUser()
  const designers = info.answers.designers ?? []
  const names = designers.map(({ name }) => name).join(', ')
  // A field that a winner has emptied stays empty: only a form that was never saved is filled in.
  const initial: PublicationValues = info.winning_info ?? {
    winner_name: info.answers.company || names,
    certificate_name: info.answers.company || names,
    credits: designers.map(({ name, role }) => [name, role].filter(Boolean).join(', ')).join('\n'),
    // Of a member of a studio, who writes for its owner, the press shall not have the address.
    contact_email: (info.role ?? 'owner') === 'owner' ? user?.email : undefined,
  }
  const { form, saver, saving, restoredAt } = usePublication(info, initial)
  const { conflicts } = saving

  const finish = async () => {
    saver.change({}, form.getFieldsValue(true))
    if (await saver.flush()) goTo(3)
    else if (saver.snapshot().state === 'conflict') showConflict()
  }

  return (
    <>
      {restoredAt && (
        <Alert
          type="info"
          closable
          className={styles.restored ?? ''}
          title={t('notice.restored', { at: format.date(restoredAt, 'datetime') })}
        />
      )}
      {conflicts.length > 0 && (
        <ConflictNotice
          conflicts={conflicts}
          resolve={saver.resolve}
          info={info}
          labelOf={(field) =>
            t(field === 'shipping' ? 'shipping.title' : `publication.${field}.label`)
          }
        />
      )}
      <Form
        form={form}
        layout="vertical"
        name="publication"
        className={styles.form ?? ''}
        initialValues={initial}
        validateTrigger="onBlur"
        scrollToFirstError={{ block: 'center', focus: true }}
        onValuesChange={(changed, all) => saver.change(changed, all)}
        onFinish={() => void finish()}
      >
        <SectionHeading size="small">{t('publication.names')}</SectionHeading>
        {(['winner_name', 'certificate_name'] as const).map((name) => (
          <Form.Item
            key={name}
            name={name}
            label={t(`publication.${name}.label`)}
            extra={t(`publication.${name}.hint`)}
            rules={[zodRule(WinningInfo.shape[name])]}
          >
            <Input count={{ max: 120, show: true }} />
          </Form.Item>
        ))}
        <SectionHeading size="small">{t('publication.texts')}</SectionHeading>
        {TEXTS.map(({ name, maximum, rows }) => (
          <Form.Item
            key={name}
            name={name}
            label={t(`publication.${name}.label`)}
            extra={t(`publication.${name}.hint`)}
            rules={[zodRule(WinningInfo.shape[name])]}
          >
            <TextArea rows={rows} count={{ max: maximum, show: true }} />
          </Form.Item>
        ))}
        <Form.Item
          name="contact_email"
          label={t('publication.contact_email.label')}
          extra={t('publication.contact_email.hint')}
          rules={[zodRule(WinningInfo.shape.contact_email)]}
        >
          <Input type="email" autoComplete="email" />
        </Form.Item>
        <ShippingFields />
        <SaveState draft={saving} onConflict={showConflict} />
        <div className={styles.publicationActions}>
          <Button type="primary" size="large" htmlType="submit" loading={saving.state === 'saving'}>
            {t('publication.save')}
          </Button>
          <Button size="large" onClick={() => goTo(1)}>
            {t('footer.back')}
          </Button>
        </div>
      </Form>
    </>
  )
}
