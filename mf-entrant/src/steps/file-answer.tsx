import { FILE_TYPES, fileProblem, QUESTION_LIMITS } from '@awards/shared/domain'
import type { FileControlProps } from '@awards/shared/forms/question-field'
import { translateMessage, useFormat } from '@awards/shared/i18n'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { kindOf } from '../uploads/file-check.ts'
import { UploadList } from '../uploads/upload-list.tsx'
import { isUnderway } from '../uploads/upload-queue.types.ts'
import { useUploads } from '../uploads/use-entry-images.ts'
import { useDraft } from './draft/draft-context.ts'
import styles from './steps.module.css'

const MEGABYTE = 1024 * 1024

/**
 * The file that answers a question: sent as the pictures of an entry are, with the same retries and checks. The answer
 * is the id of the file, so that it is saved, merged and checked like every other.
 */
export function FileAnswer({ question, id, value, onChange }: FileControlProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const { info } = useDraft()
  const input = useRef<HTMLInputElement>(null)
  const [sent, setSent] = useState<{ file_id: string; name: string }>()
  const [problem, setProblem] = useState<string>()
  const { list, queue } = useUploads(`${info.apply_order_id}.${question.code}`, (file) => {
    setSent({ file_id: file.file_id, name: file.original_name ?? '' })
    onChange?.(file.file_id)
    return undefined
  })
  const { file_kinds = [], maximum = QUESTION_LIMITS.file, label } = question
  const saved = info.answer_files?.find(({ file_id }) => file_id === value)
  const name = saved?.name ?? (sent && sent.file_id === value ? sent.name : '')
  const isBusy = list.some(isUnderway)
  const accepted = t(`fileAnswer.accepts.${file_kinds.length > 1 ? 'any' : file_kinds[0]}`)

  const take = (file: File) => {
    const refusal = fileProblem(question, { kind: kindOf(file), bytes: file.size })
    setProblem(refusal)
    if (refusal) return
    for (const { key } of list) void queue.cancel(key)
    queue.add([file], 1)
  }
  const choose = t(value ? 'fileAnswer.replace' : 'fileAnswer.choose')
  return (
    <div className={styles.answerFile}>
      {value && (
        <p className={styles.chosenFile}>
          {saved ? (
            <a href={saved.url} download>
              {name}
            </a>
          ) : (
            <span>{name || t('fileAnswer.unnamed')}</span>
          )}
          {saved && (
            <span className={styles.hint}>
              {t('fileAnswer.size', {
                size: format.number(Math.max(saved.bytes / MEGABYTE, 0.1), {
                  maximumFractionDigits: 1,
                }),
              })}
            </span>
          )}
          <Button
            size="small"
            type="text"
            aria-label={t('fileAnswer.removeOne', { name: name || label })}
            onClick={() => onChange?.('')}
          >
            {t('fileAnswer.remove')}
          </Button>
        </p>
      )}
      <Button
        id={id}
        disabled={isBusy || !info.is_editable}
        aria-label={`${label}: ${choose}`}
        aria-describedby={`${id}-accepts`}
        onClick={() => input.current?.click()}
      >
        {choose}
      </Button>
      <span className={styles.hint} id={`${id}-accepts`}>
        {t('fileAnswer.limit', { accepted, maximum: format.number(maximum) })}
      </span>
      <input
        ref={input}
        type="file"
        hidden
        accept={file_kinds.flatMap((kind) => FILE_TYPES[kind]).join(',')}
        aria-label={label}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) take(file)
          event.target.value = ''
        }}
      />
      {problem && (
        <p className={styles.missing} role="alert">
          {translateMessage(problem)}
        </p>
      )}
      <UploadList
        list={list}
        onCancel={(key) => void queue.cancel(key)}
        onRetry={(key) => queue.retry(key)}
      />
    </div>
  )
}
