import { useApiMutation, useApiQuery } from '@awards/shared/client'
import { entries, entriesAdded } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import styles from './new-entry.module.css'

const MANY = { pageSize: 50 }

/** Begins an entry with the texts, credits and pictures of one that was made before. */
export function CopyFromPrevious() {
  const { t } = useTranslation('entrant')
  const navigate = useNavigate()
  const current = useApiQuery(entries.entryList, MANY)
  const past = useApiQuery(entries.historyEntryList, MANY)
  const [duplicate, { isLoading }] = useApiMutation(entriesAdded.duplicate)
  const [chosen, setChosen] = useState<string>()
  const [idempotency_key, setKey] = useState(() => crypto.randomUUID?.())
  const all = [...(current.data?.list ?? []), ...(past.data?.list ?? [])]
  // A copy belongs to whoever owns the work.
  const rows = all.filter(({ studio }) => !studio)
  const works = rows.filter(
    (row, index) => rows.findIndex(({ project_id }) => project_id === row.project_id) === index,
  )
  if (works.length === 0) return null

  const begin = async () => {
    if (!chosen) return
    const done = await duplicate({ apply_order_id: chosen, idempotency_key })
      .unwrap()
      .catch(() => undefined)
    const id = done?.orders[0]?.apply_order_id
    if (id) navigate(paths.steps({ id, step: 1 }))
  }

  return (
    <section className={styles.earlier} aria-labelledby="earlier">
      <div>
        <h2 id="earlier" className={styles.title}>
          {t('earlier.title')}
        </h2>
        <p className={styles.copyHelp}>{t('earlier.text')}</p>
      </div>
      <div className={styles.choice}>
        <Select
          className={styles.select ?? ''}
          aria-label={t('earlier.choose')}
          placeholder={t('earlier.choose')}
          showSearch={{ optionFilterProp: 'label' }}
          value={chosen}
          onChange={(id) => {
            setChosen(id)
            setKey(crypto.randomUUID?.())
          }}
          options={works.map(({ apply_order_id, title, entry_no }) => ({
            value: apply_order_id,
            label: `${title || t('untitled')} · ${entry_no}`,
          }))}
        />
        <Button disabled={!chosen} loading={isLoading} onClick={() => void begin()}>
          {t('earlier.begin')}
        </Button>
      </div>
    </section>
  )
}
