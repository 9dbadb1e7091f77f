import { callApi, fieldErrors, openEnvelope, useApiMutation } from '@awards/shared/client'
import { programmeDesk, uploads } from '@awards/shared/contract'
import { FOCUS, IMAGE_LIMITS, PICTURE_NAME } from '@awards/shared/domain'
import { ResponsiveImage } from '@awards/shared/ui'
import { Form, Input, Modal, Radio } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '../desk/refusal.tsx'
import { codeFrom } from './new-documents.ts'
import styles from './programme.module.css'

type Values = { name: string; focus: string }
const MIDDLE = 'middle'
/** Places of a picture as they lie in it, row by row. */
const PLACES = [...FOCUS.slice(0, 4), MIDDLE, ...FOCUS.slice(4)]

/** Uploads the bytes of a picture; the server checks and encodes them. */
async function send(file: File): Promise<string> {
  const { file_id, url } = await callApi(
    uploads.sign,
    { filename: file.name, mime: file.type, size: file.size, purpose: 'entry_image' },
    { skipErrorHandler: true },
  )
  const answer = await fetch(url, { method: 'PUT', body: file })
  openEnvelope(await answer.json())
  return file_id
}

/** A button that brings a new picture into the programme and chooses it: its file, its name, and what a crop keeps. */
export function PictureUpload({ onAdded }: { onAdded: (file: string) => void }) {
  const { t } = useTranslation('organiser')
  const [form] = Form.useForm<Values>()
  const [file, setFile] = useState<File>()
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>()
  const [addPicture] = useApiMutation(programmeDesk.addPicture)
  const preview = useObjectUrl(file)
  const focus = Form.useWatch('focus', form) ?? MIDDLE

  const choose = (chosen: File | undefined) => {
    setError(undefined)
    if (!chosen) return
    setFile(chosen)
    form.setFieldsValue({
      name: codeFrom(chosen.name.replace(/\.[^.]*$/, '')).replaceAll('_', '-'),
      focus: MIDDLE,
    })
  }
  const add = async ({ name, focus: place }: Values) => {
    if (!file) return
    setSending(true)
    try {
      const file_id = await send(file)
      const chosen = FOCUS.find((one) => one === place) ?? null
      const { data, error: refused } = await addPicture({ file_id, name, focus: chosen })
      if (refused) {
        form.setFields(fieldErrors(refused) as Parameters<typeof form.setFields>[0])
        setError(refused)
        return
      }
      onAdded(data.file)
      setFile(undefined)
    } catch (failure) {
      setError(failure)
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      <label className={styles.upload}>
        <span>{t('programme.upload.choose')}</span>
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          onChange={({ target }) => {
            choose(target.files?.[0])
            target.value = ''
          }}
        />
      </label>
      <Modal
        open={file !== undefined}
        title={t('programme.upload.title')}
        okText={t('programme.upload.add')}
        confirmLoading={isSending}
        onOk={form.submit}
        onCancel={() => setFile(undefined)}
        destroyOnHidden
      >
        <Form
          form={form}
          // The document's form, below, has a field of the same name.
          name="picture"
          layout="vertical"
          requiredMark={false}
          onFinish={(values) => void add(values)}
        >
          <p className={styles.hint}>
            {t('programme.upload.hint', { pixels: IMAGE_LIMITS.longSide })}
          </p>
          <Form.Item
            name="name"
            label={t('programme.upload.name')}
            rules={[{ required: true, pattern: PICTURE_NAME, message: t('programme.slugNeeded') }]}
          >
            <Input maxLength={60} />
          </Form.Item>
          <Form.Item name="focus" label={t('programme.upload.focus')}>
            <Radio.Group className={styles.focus ?? ''}>
              {PLACES.map((place) => (
                <Radio
                  key={place}
                  value={place}
                  aria-label={t(`programme.upload.place.${place}`)}
                />
              ))}
            </Radio.Group>
          </Form.Item>
          {preview && (
            <ResponsiveImage
              picture={{
                url: preview,
                width: 21,
                height: 9,
                alt: '',
                sources: [],
                colour: '',
                focus: FOCUS.find((one) => one === focus),
              }}
              sizes="30rem"
              ratio="21 / 9"
              eager
            />
          )}
        </Form>
        {error !== undefined && <Refusal error={error} />}
      </Modal>
    </>
  )
}

/** An address of a file of this browser, as long as it is shown. */
function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return setUrl(undefined)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
