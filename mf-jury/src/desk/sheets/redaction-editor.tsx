import type { Output, juryDesk } from '@awards/shared/contract'
import { useUnsavedWork } from '@awards/shared/session'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '../../common/use-problem.ts'
import { useRedactSheetMutation } from '../desk.api.ts'
import { PhraseList } from './phrase-list.tsx'
import styles from './redaction-editor.module.css'
import { RedactedTexts } from './redacted-texts.tsx'
import { SheetPictures } from './sheet-pictures.tsx'

type RedactionEditorProps = {
  id: string
  sheet: Output<typeof juryDesk.redaction>
  onSaved: () => void
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one))

/** Words to black out and pictures to leave out; saving closes the reports of the sheet. */
export function RedactionEditor({ id, sheet, onSaved }: RedactionEditorProps) {
  const { t } = useTranslation('jurydesk')
  const { message } = App.useApp()
  const [phrases, setPhrases] = useState<readonly string[]>(sheet.phrases)
  const [hidden, setHidden] = useState<readonly string[]>(sheet.hidden_file_ids)
  const [redact, { isLoading, error }] = useRedactSheetMutation()
  const problem = useProblem(error)
  const open = sheet.reports.filter(({ closed_at }) => closed_at === null)
  const isChanged = !isSame(phrases, sheet.phrases) || !isSame(hidden, sheet.hidden_file_ids)
  useUnsavedWork(isChanged)

  const add = (phrase: string) => {
    const words = phrase.replaceAll(/\s+/g, ' ').trim()
    if (words.length >= 2 && !phrases.includes(words)) setPhrases([...phrases, words])
  }
  const save = async () => {
    const result = await redact({
      apply_order_id: id,
      phrases: [...phrases],
      hidden_file_ids: [...hidden],
      version: sheet.version,
    })
    if ('error' in result) return
    void message.success(t('redact.saved'))
    onSaved()
  }
  return (
    <div className={styles.editor}>
      {open.length > 0 && (
        <ul className={styles.reports} role="list" aria-label={t('redact.reports')}>
          {open.map(({ report_id, note }) => (
            <li key={report_id}>{note}</li>
          ))}
        </ul>
      )}
      <p className={styles.lead}>{t('redact.lead')}</p>
      <PhraseList
        phrases={phrases}
        onAdd={add}
        onRemove={(phrase) => setPhrases(phrases.filter((one) => one !== phrase))}
      />
      <RedactedTexts texts={sheet.texts} phrases={phrases} onChoose={add} />
      <SheetPictures
        id={id}
        hidden={hidden}
        reported={open.flatMap(({ file_id }) => file_id ?? [])}
        onChange={setHidden}
      />
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.actions}>
        <Button
          type="primary"
          disabled={!isChanged && open.length === 0}
          title={!isChanged && open.length === 0 ? t('redact.nothing') : ''}
          loading={isLoading}
          onClick={() => void save()}
        >
          {t(isChanged ? 'redact.save' : 'redact.close')}
        </Button>
      </div>
    </div>
  )
}
