import { COMMENT_FOR_ENTRANT } from '@awards/shared/domain'
import { useTranslation } from 'react-i18next'
import { CommentField } from './comment-field.tsx'
import { COMMENT_ID } from './use-score.ts'
import type { ScoreDraft } from './score-draft.ts'

type CommentFieldsProps = {
  draft: ScoreDraft
  /** The total is so high or low that the entrant is owed a word. */
  isDue: boolean
  isWrong: boolean
  disabled: boolean
  onChange: (part: Partial<ScoreDraft>) => void
}

const PRIVATE_MAXIMUM = 2000

/** What the juror says to the entrant, and to the jury alone. */
export function CommentFields({ draft, isDue, isWrong, disabled, onChange }: CommentFieldsProps) {
  const { t } = useTranslation('jury')
  const { minimum, maximum } = COMMENT_FOR_ENTRANT
  const length = draft.comment_entrant.trim().length
  return (
    <>
      <CommentField
        id={COMMENT_ID}
        label={t('score.commentEntrant')}
        hint={isDue ? t('score.mustExplain', { minimum }) : t('score.commentEntrantHint')}
        value={draft.comment_entrant}
        maximum={maximum}
        disabled={disabled}
        isWrong={isWrong}
        count={
          isDue && length < minimum ? t('score.charactersLeft', { count: minimum - length }) : ''
        }
        onChange={(comment_entrant) => onChange({ comment_entrant })}
      />
      <CommentField
        label={t('score.commentPrivate')}
        hint={t('score.commentPrivateHint')}
        value={draft.comment_private}
        maximum={PRIVATE_MAXIMUM}
        disabled={disabled}
        isWrong={false}
        count=""
        onChange={(comment_private) => onChange({ comment_private })}
      />
    </>
  )
}
