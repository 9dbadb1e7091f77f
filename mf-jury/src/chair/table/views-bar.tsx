import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { FormDialog } from '@awards/shared/forms/form-dialog'
import { Button, Form, Input } from 'antd'
import { memo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { MOST_VIEWS, PRESETS, useSavedViews } from './table-memory.ts'
import styles from './views-bar.module.css'

/** Parts of the address that stay when the view changes. */
const KEPT = ['edition_id', 'category_id', 'density']

const sorted = (search: URLSearchParams) =>
  [...search]
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&')

/** Named views of the table: those that every chair has, and those saved in this browser. */
export const ViewsBar = memo(function ViewsBar() {
  const { t } = useTranslation('jurytable')
  const [search] = useSearchParams()
  const { views, save, remove } = useSavedViews()
  const [isNaming, setIsNaming] = useState(false)
  const [form] = Form.useForm<{ name: string }>()
  const opener = useRef<HTMLButtonElement>(null)
  const current = sorted(search)

  /** Views are never replaced or dropped unasked: each is somebody's work. */
  function refusalOf(name: string): Promise<void> {
    const refuse = (key: string) => Promise.reject(new Error(t(key, { count: MOST_VIEWS })))
    if (!name) return Promise.resolve()
    if (views.some((view) => view.name === name)) return refuse('view.taken')
    return views.length < MOST_VIEWS ? Promise.resolve() : refuse('view.full')
  }
  const close = () => {
    setIsNaming(false)
    form.resetFields()
  }
  const preset = (query: Record<string, string>) => {
    const next = new URLSearchParams()
    for (const name of KEPT) {
      const value = search.get(name)
      if (value) next.set(name, value)
    }
    for (const [name, value] of Object.entries(query)) next.set(name, value)
    return next
  }
  const chip = (key: string, label: string, to: URLSearchParams) => (
    <Link
      key={key}
      className={styles.chip}
      to={`?${to.toString()}`}
      preventScrollReset
      aria-current={sorted(to) === current ? 'page' : undefined}
    >
      {label}
    </Link>
  )
  return (
    <nav className={styles.bar} aria-label={t('view.label')}>
      {PRESETS.map(({ key, query }) => chip(key, t(`view.${key}`), preset(query)))}
      {views.map(({ name, query }) => (
        <span key={name} className={styles.own}>
          {chip(name, name, new URLSearchParams(query))}
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined aria-hidden />}
            aria-label={t('view.remove', { name })}
            onClick={() => {
              remove(name)
              // The button goes with its view, and the focus would with it.
              opener.current?.focus()
            }}
          />
        </span>
      ))}
      <Button
        ref={opener}
        type="text"
        size="small"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => setIsNaming(true)}
      >
        {t('view.save')}
      </Button>
      <FormDialog<{ name: string }>
        isOpen={isNaming}
        title={t('view.save')}
        confirm={t('view.keep')}
        form={form}
        onClose={close}
        onSend={({ name }) => {
          save(name.trim(), search.toString())
          close()
        }}
      >
        <Form.Item
          name="name"
          label={t('view.name')}
          extra={t('view.hint')}
          rules={[
            { required: true, whitespace: true, message: t('view.needed') },
            { validator: (_, given: string = '') => refusalOf(given.trim()) },
          ]}
        >
          <Input maxLength={40} />
        </Form.Item>
      </FormDialog>
    </nav>
  )
})
