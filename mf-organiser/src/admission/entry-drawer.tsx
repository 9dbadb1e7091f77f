import { useApiQuery } from '@awards/shared/client'
import { organiser, type AdmissionEntry, type AdmissionRow } from '@awards/shared/contract'
import { FileLink } from '@awards/shared/entries/entry-detail'
import { useFormat } from '@awards/shared/i18n'
import { DefinitionList, EntryGallery, NARROW, QueryState, useMedia } from '@awards/shared/ui'
import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './entry-drawer.module.css'
import { mayAsk } from './admission-dialogs.tsx'
import { Warnings } from './admission-line.tsx'

type EntryDrawerProps = {
  id: string
  onClose: () => void
  onAdmit: (row: AdmissionRow) => void
  onAsk: (row: AdmissionRow) => void
  onRefuse: (row: AdmissionRow) => void
}

/** Values of an answer that is not written as one text: makers, and the statement by criterion. */
function wordsOf(value: unknown): ReactNode {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'boolean') return value ? '✓' : '–'
  if (typeof value !== 'object') return String(value)
  const parts = Array.isArray(value)
    ? value.map((one: unknown) =>
        typeof one === 'object' && one !== null
          ? Object.values(one).filter(Boolean).join(', ')
          : String(one),
      )
    : Object.values(value).filter(Boolean).map(String)
  return parts.length === 0 ? undefined : parts.map((part) => <p key={part}>{part}</p>)
}

/** What an answer was when the entry was admitted, above what it is now. */
function Changes({ entry }: { entry: AdmissionEntry }) {
  const { t, i18n } = useTranslation('organiser')
  const { questions = [], questions_before = [] } = entry
  const gone = questions_before.filter(({ code }) => !questions.some((now) => now.code === code))
  const asked = [...questions, ...gone.map((one) => ({ ...one, text: '' }))].map((now) => ({
    ...now,
    before: questions_before.find(({ code }) => code === now.code)?.text,
  }))
  const fields = entry.changed.filter((field) => i18n.exists(`field.${field}`, { ns: 'organiser' }))
  const isAnew = entry.changed.includes('questions')
  if (!entry.before || (fields.length === 0 && !isAnew)) return null
  const before: Record<string, unknown> = entry.before
  const after: Record<string, unknown> = entry.answers
  return (
    <section className={styles.changes}>
      <h2 className={styles.heading}>{t('admission.changes')}</h2>
      {fields.map((field) => (
        <div key={field}>
          <h3 className={styles.field}>{t(`field.${field}`)}</h3>
          <del className={styles.before}>{wordsOf(before[field]) ?? '–'}</del>
          <ins className={styles.after}>{wordsOf(after[field]) ?? '–'}</ins>
        </div>
      ))}
      {asked
        .filter(({ text, before: earlier }) => text !== earlier)
        .map(({ code, label, text, before: earlier }) => (
          <div key={code}>
            <h3 className={styles.field}>{label}</h3>
            <del className={styles.before}>{wordsOf(earlier) ?? '–'}</del>
            <ins className={styles.after}>{wordsOf(text) ?? '–'}</ins>
          </div>
        ))}
    </section>
  )
}

/** An entry as its entrant handed it in, with what is to be looked at and what can be done. */
export function EntryDrawer({ id, onClose, onAdmit, onAsk, onRefuse }: EntryDrawerProps) {
  const { t, i18n } = useTranslation('organiser')
  const format = useFormat()
  const isNarrow = useMedia(NARROW)
  const query = useApiQuery(organiser.admissionEntry, { apply_order_id: id })
  const entry = query.currentData
  const isOpen = entry?.state === 'waiting' || entry?.state === 'correction'
  return (
    <Drawer
      open
      size={isNarrow ? '100%' : 720}
      title={entry?.title || t('admission.untitled')}
      onClose={onClose}
      footer={
        entry &&
        entry.state !== null &&
        entry.state !== 'refused' && (
          <div className={styles.actions}>
            {isOpen && (
              <Button type="primary" onClick={() => onAdmit(entry)}>
                {t('admission.admit')}
              </Button>
            )}
            {entry.correction_until && mayAsk(entry) && (
              <Button onClick={() => onAsk(entry)}>{t('admission.ask')}</Button>
            )}
            <Button danger onClick={() => onRefuse(entry)}>
              {t('admission.refuse')}
            </Button>
          </div>
        )
      }
    >
      <QueryState query={query}>
        {(shown) => (
          <div className={styles.entry}>
            <DefinitionList
              items={[
                { term: t('admission.number'), detail: shown.entry_no },
                { term: t('admission.category'), detail: shown.category.name },
                {
                  term: t('admission.entrant'),
                  detail: [shown.entrant.name, shown.entrant.company, shown.email]
                    .filter(Boolean)
                    .join(' · '),
                },
              ]}
            />
            <Warnings row={shown} />
            {shown.correction && (
              <p className={styles.note}>
                {t('admission.asked', {
                  date: shown.correction.due_at && format.date(shown.correction.due_at, 'datetime'),
                })}
                <q>{shown.correction.note}</q>
              </p>
            )}
            <Changes entry={shown} />
            <EntryGallery
              files={shown.files}
              label={t('admission.pictures')}
              none={t('admission.noPictures')}
              open={(number) => t('admission.picture', { number })}
            />
            <DefinitionList
              items={[
                ...Object.entries(shown.answers).flatMap(([field, value]) => {
                  const words = wordsOf(value)
                  return words !== undefined && i18n.exists(`field.${field}`, { ns: 'organiser' })
                    ? [{ term: t(`field.${field}`), detail: words }]
                    : []
                }),
                ...(shown.questions ?? []).map(({ label, text, file }) => ({
                  term: label,
                  detail: file ? <FileLink file={file} /> : text,
                })),
              ]}
            />
          </div>
        )}
      </QueryState>
    </Drawer>
  )
}
