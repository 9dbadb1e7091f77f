import { Button, Radio } from 'antd'
import { useState, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../common/notice.tsx'
import styles from './conflict-notice.module.css'
import type { EntryFile, OwnerEntryInfo } from '@awards/shared/contract'
import {
  AI_USE,
  answerText,
  REALISATION,
  type Designer,
  type QuestionAnswers,
  type WinningInfo,
} from '@awards/shared/domain'
import { useFormat, useLanguage } from '@awards/shared/i18n'
import { ResponsiveImage } from '@awards/shared/ui'
import type { Conflict, Choice } from './draft-merge.ts'

/** A run of words that both texts have, or only one of them. */
type DiffPart = { text: string; in: 'both' | 'mine' | 'theirs' }

/** Above this, the table would be larger than what a reader would compare word by word. */
const MAXIMUM_CELLS = 1_500_000

const wordsOf = (text: string, language: string): string[] =>
  [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].map(
    ({ segment }) => segment,
  )

/** Length of the longest common run of words from each pair of places on. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const [row, below] = [rows[i], rows[i + 1]]
      if (!row || !below) continue
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return rows
}

/** Where two texts differ, word by word. */
export function wordDiff(mine: string, theirs: string, language: string): DiffPart[] {
  const [a, b] = [wordsOf(mine, language), wordsOf(theirs, language)]
  const whole: DiffPart[] = [
    { text: mine, in: 'mine' },
    { text: theirs, in: 'theirs' },
  ]
  if (a.length * b.length > MAXIMUM_CELLS) return whole
  const lengths = commonLengths(a, b)
  const parts: DiffPart[] = []
  const add = (text: string, where: DiffPart['in']) => {
    const last = parts.at(-1)
    if (last?.in === where) last.text += text
    else parts.push({ text, in: where })
  }
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const [here, there] = [a[i], b[j]]
    if (here !== undefined && here === there) {
      add(here, 'both')
      i += 1
      j += 1
    } else if (
      here !== undefined &&
      (there === undefined || (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))
    ) {
      add(here, 'mine')
      i += 1
    } else if (there !== undefined) {
      add(there, 'theirs')
      j += 1
    }
  }
  return parts
}

/** The questions of the entry, for the words of their answers. */
type Asked = Pick<OwnerEntryInfo, 'questions' | 'answer_files'>
type ConflictValueProps = { conflict: Conflict; side: Choice; info: Asked }

/** Where the words of a choice stand. */
const CHOICES: Record<string, string> = { ai_use: 'aiUse', realisation: 'realisation' }

const nameOf = (names: Record<string, number>, value: unknown) =>
  Object.entries(names).find(([, one]) => one === value)?.[0]

/** What one of the two windows has written. */
function ConflictValue({ conflict, side, info }: ConflictValueProps) {
  const words = useValueWords(info)
  if (conflict.field === 'files') return <Pictures files={conflict[side]} />
  const { field, mine, theirs } = conflict
  return <Difference mine={words(field, mine)} theirs={words(field, theirs)} side={side} />
}

/** An answer as words, whatever its kind. */
function useValueWords({ questions = [], answer_files = [] }: Asked) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  return (field: string, value: unknown): string => {
    if (field === 'questions') {
      const answers = (value ?? {}) as QuestionAnswers
      return questions
        .map((question) => [
          question.label,
          answerText(
            question,
            answers[question.code],
            (one) => one,
            (id) =>
              answer_files.find(({ file_id }) => file_id === id)?.name ?? t('fileAnswer.unnamed'),
          ),
        ])
        .flatMap(([label, text]) => (text ? [`${label}: ${text}`] : []))
        .join('\n')
    }
    if (field === 'designers') {
      return ((value ?? []) as Designer[])
        .map(({ name, role, country }) =>
          [name, role, country && format.countryName(country)].filter(Boolean).join(', '),
        )
        .join('\n')
    }
    if (field === 'shipping') {
      const { country, ...lines } = (value ?? {}) as Partial<NonNullable<WinningInfo['shipping']>>
      const { recipient, address, postal_code, city } = lines
      const place = [postal_code, city].filter(Boolean).join(' ')
      return [recipient, address, place, country && format.countryName(country)]
        .filter(Boolean)
        .join('\n')
    }
    const code = nameOf(field === 'ai_use' ? AI_USE : REALISATION, value)
    if (typeof value === 'number') return code ? t(`${CHOICES[field] ?? field}.${code}`) : ''
    if (typeof value === 'boolean') return t(value ? 'conflict.yes' : 'conflict.no')
    if (typeof value !== 'string') return ''
    if (field === 'completion_date' && value) return format.date(value)
    return field === 'location_country' && value ? format.countryName(value) : value
  }
}

type DifferenceProps = { mine: string; theirs: string; side: Choice }

function Difference({ mine, theirs, side }: DifferenceProps) {
  const { t } = useTranslation('entrant')
  const language = useLanguage()
  const parts = wordDiff(mine, theirs, language).filter((part) => part.in !== otherOf(side))
  if (parts.length === 0) return <p className={styles.empty}>{t('conflict.empty')}</p>
  return (
    <p className={styles.text}>
      {parts.map((part, index) =>
        part.in === 'both' ? part.text : <mark key={index}>{part.text}</mark>,
      )}
    </p>
  )
}

const otherOf = (side: Choice): Choice => (side === 'mine' ? 'theirs' : 'mine')

const Pictures = ({ files }: { files: readonly EntryFile[] }) => (
  <ul className={styles.pictures} role="list">
    {files.map(({ file_id, picture, alt, original_name }) => (
      <li key={file_id}>
        {picture && <ResponsiveImage picture={picture} sizes="8rem" ratio="3 / 2" alt="" />}
        <span>{alt || original_name}</span>
      </li>
    ))}
  </ul>
)

type ConflictFieldProps = {
  conflict: Conflict
  info: Asked
  label: string
  choice: Choice
  onChoice: (choice: Choice) => void
}

/** One answer in both versions, side by side, with what differs marked. */
function ConflictField({ conflict, info, label, choice, onChoice }: ConflictFieldProps) {
  const { t } = useTranslation('entrant')
  const id = useId()
  return (
    <fieldset className={styles.field}>
      <legend className={styles.name}>{label}</legend>
      <Radio.Group
        className={styles.versions ?? ''}
        value={choice}
        onChange={(event) => onChoice(event.target.value as Choice)}
      >
        {(['mine', 'theirs'] as const).map((side) => (
          <div key={side} className={styles.version}>
            <Radio value={side} aria-describedby={`${id}-${side}`}>
              {t(`conflict.${side}`)}
            </Radio>
            <div id={`${id}-${side}`} className={styles.value}>
              <ConflictValue conflict={conflict} side={side} info={info} />
            </div>
          </div>
        ))}
      </Radio.Group>
    </fieldset>
  )
}

/** Brings the choice into sight, for somebody who writes further down. */
export function showConflict() {
  const heading = document.getElementById('conflict')
  heading?.scrollIntoView({ block: 'center' })
  heading?.focus({ preventScroll: true })
}

type ConflictNoticeProps = {
  conflicts: readonly Conflict[]
  resolve: (choices: Readonly<Record<string, Choice>>) => Promise<boolean>
  info: Asked
  /** What the form calls a field. */
  labelOf: (field: Conflict['field']) => string
}

/**
 * Another window changed the same answers in another way. What only one of them changed has been brought
 * together already; for the rest the entrant chooses, and nothing is lost until then.
 */
export function ConflictNotice({ conflicts, resolve, info, labelOf }: ConflictNoticeProps) {
  const { t } = useTranslation('entrant')
  const [made, setMade] = useState<Record<string, { choice: Choice; mine: unknown }>>({})
  const [isBusy, setBusy] = useState(false)
  // A choice was made between two texts; what is written after it is newer and counts until it is chosen anew.
  const choiceOf = ({ field, mine }: Conflict): Choice => {
    const earlier = made[field]
    return earlier && earlier.mine === mine ? earlier.choice : 'mine'
  }

  const settle = async (chosen: Record<string, Choice>) => {
    setBusy(true)
    await resolve(chosen)
    setBusy(false)
  }
  const all = (choice: Choice) =>
    settle(Object.fromEntries(conflicts.map(({ field }) => [field, choice])))

  return (
    <section className={styles.notice} aria-labelledby="conflict">
      <Notice
        type="warning"
        title={
          <span id="conflict" tabIndex={-1}>
            {t('conflict.title')}
          </span>
        }
        action={
          <>
            <Button disabled={isBusy} onClick={() => void all('mine')}>
              {t('conflict.keepMine')}
            </Button>
            <Button disabled={isBusy} onClick={() => void all('theirs')}>
              {t('conflict.takeTheirs')}
            </Button>
          </>
        }
      >
        <p>{t('conflict.text', { count: conflicts.length })}</p>
      </Notice>
      {conflicts.map((conflict) => (
        <ConflictField
          key={conflict.field}
          conflict={conflict}
          info={info}
          label={labelOf(conflict.field)}
          choice={choiceOf(conflict)}
          onChoice={(choice) =>
            setMade((before) => ({ ...before, [conflict.field]: { choice, mine: conflict.mine } }))
          }
        />
      ))}
      <Button
        type="primary"
        loading={isBusy}
        onClick={() =>
          void settle(Object.fromEntries(conflicts.map((one) => [one.field, choiceOf(one)])))
        }
      >
        {t('conflict.settle')}
      </Button>
    </section>
  )
}
