import type { CategoryLeaf, OwnerEntryInfo } from '@awards/shared/contract'
import { createContext, use } from 'react'
import type { DraftSaver } from './draft-saver.ts'

export type Draft = {
  info: OwnerEntryInfo
  categories: readonly CategoryLeaf[]
  saver: DraftSaver
  draft: ReturnType<DraftSaver['snapshot']>
  step: number
  goTo: (step: number) => void
  /** Messages of the last refused submission, by form field. */
  refusals: Record<string, string[]>
  setRefusals: (refusals: Record<string, string[]>) => void
}

export const DraftContext = createContext<Draft | undefined>(undefined)

/** The draft of the surrounding entry form. */
export function useDraft(): Draft {
  const draft = use(DraftContext)
  if (!draft) throw new Error('A step stands outside of the entry form')
  return draft
}
