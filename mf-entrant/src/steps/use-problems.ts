import { entryProblems } from '@awards/shared/domain'
import { useMemo } from 'react'
import { useDraft } from './draft-context.ts'

/** What keeps the entry from being submitted, by the rules the server applies too. */
export function useProblems(): Record<string, string[]> {
  const { info, draft } = useDraft()
  return useMemo(() => {
    const images = draft.files.filter(({ kind }) => kind !== 'pdf')
    return entryProblems(draft.answers, images, info.category.min_images)
  }, [draft.answers, draft.files, info.category.min_images])
}
