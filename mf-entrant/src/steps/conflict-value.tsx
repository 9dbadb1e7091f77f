import type { EntryFile } from '@awards/shared/contract'
import { AI_USE, REALISATION, type Designer } from '@awards/shared/domain'
import { FORMAT_LOCALES, useFormat, useLanguage } from '@awards/shared/i18n'
import { ResponsiveImage } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './conflict-notice.module.css'
import type { Conflict } from './draft-merge.ts'
import { wordDiff } from './word-diff.ts'
import type { Choice } from './draft-saver.types.ts'

type ConflictValueProps = { conflict: Conflict; side: Choice }

/** Where the words of a choice stand. */
const CHOICES: Record<string, string> = { ai_use: 'aiUse', realisation: 'realisation' }

const nameOf = (names: Record<string, number>, value: unknown) =>
  Object.entries(names).find(([, one]) => one === value)?.[0]

/** What one of the two windows has written. */
export function ConflictValue({ conflict, side }: ConflictValueProps) {
  const words = useValueWords()
  if (conflict.field === 'files') return <Pictures files={conflict[side]} />
  const { field, mine, theirs } = conflict
  return <Difference mine={words(field, mine)} theirs={words(field, theirs)} side={side} />
}

/** An answer as words, whatever its kind. */
function useValueWords() {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const regions = new Intl.DisplayNames(FORMAT_LOCALES[useLanguage()], { type: 'region' })
  return (field: string, value: unknown): string => {
    if (field === 'designers') {
      return ((value ?? []) as Designer[])
        .map(({ name, role, country }) =>
          [name, role, country && regions.of(country)].filter(Boolean).join(', '),
        )
        .join('\n')
    }
    const code = nameOf(field === 'ai_use' ? AI_USE : REALISATION, value)
    if (typeof value === 'number') return code ? t(`${CHOICES[field] ?? field}.${code}`) : ''
    if (typeof value === 'boolean') return t(value ? 'conflict.yes' : 'conflict.no')
    if (typeof value !== 'string') return ''
    if (field === 'completion_date' && value) return format.date(value)
    return field === 'location_country' && value ? (regions.of(value) ?? value) : value
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
