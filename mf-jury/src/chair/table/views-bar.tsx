import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input, Modal } from 'antd'
import { memo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { CHAIR_QUEUES } from '@awards/shared/contract'
import { ENTRY_STATUS } from '@awards/shared/domain'
import { storedText } from '@awards/shared/browser/storage'
import styles from './views-bar.module.css'

const kept = storedText('jury-table-views', 'localStorage')
const LIMIT = 20

type SavedView = { name: string; query: string }

let read: { text: string | null; views: readonly SavedView[] } = { text: null, views: [] }

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as SavedView).name === 'string' &&
  typeof (value as SavedView).query === 'string'

// A browser that holds something else under the key has no views of its own.
function stored(): readonly SavedView[] {
  const text = kept.read()
  try {
    if (text === read.text) return read.views
    const value: unknown = JSON.parse(text ?? '[]')
    read = { text, views: Array.isArray(value) ? value.filter(isView).slice(0, LIMIT) : [] }
  } catch {
    read = { text, views: [] }
  }
  return read.views
}

const store = (views: readonly SavedView[]) => kept.write(JSON.stringify(views.slice(0, LIMIT)))

/** Views of the table that somebody has named in this browser: each is an address. */
export function useSavedViews() {
  const views = useSyncExternalStore(kept.subscribe, stored)
  return {
    views,
    save: (name: string, query: string) =>
      store([{ name, query }, ...stored().filter((view) => view.name !== name)]),
    remove: (name: string) => store(stored().filter((view) => view.name !== name)),
  }
}

/** Views that every chair has: a name in the texts, and filters in the address. */
export const PRESETS: readonly { key: string; query: Record<string, string> }[] = [
  { key: 'all', query: {} },
  ...CHAIR_QUEUES.map((queue) => ({ key: queue, query: { queue } })),
  { key: 'not_shown', query: { entry_status: String(ENTRY_STATUS.awarded), is_show: '0' } },
]

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
  const current = sorted(search)

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
            onClick={() => remove(name)}
          />
        </span>
      ))}
      <Button
        type="text"
        size="small"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => setIsNaming(true)}
      >
        {t('view.save')}
      </Button>
      <Modal
        open={isNaming}
        title={t('view.save')}
        okText={t('view.keep')}
        cancelText={t('cancel')}
        onOk={() => form.submit()}
        onCancel={() => setIsNaming(false)}
        destroyOnHidden
      >
        <Form
          form={form}
          layout="vertical"
          preserve={false}
          onFinish={({ name }) => {
            save(name.trim(), search.toString())
            setIsNaming(false)
          }}
        >
          <Form.Item
            name="name"
            label={t('view.name')}
            extra={t('view.hint')}
            rules={[{ required: true, whitespace: true, message: t('view.needed') }]}
          >
            <Input maxLength={40} />
          </Form.Item>
        </Form>
      </Modal>
    </nav>
  )
})
