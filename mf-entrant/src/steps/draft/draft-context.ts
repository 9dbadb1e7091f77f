import type { CategoryLeaf, OwnerEntryInfo } from '@awards/shared/contract'
import { EntryDraft, stepOfField } from '@awards/shared/domain'
import { translateMessage } from '@awards/shared/i18n'
import { Form } from 'antd'
import { createContext, use, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
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

/** A cleared choice is null, a cleared text is empty. */
const cleared = (key: keyof EntryDraft) =>
  EntryDraft.shape[key].safeParse(null).success ? null : ''

/**
 * What is sent of a field: a key without a value would be left out, and the server would keep what it has. Answers to
 * questions are merged there one by one; one that was never given is not taken back, since another window may give it.
 */
function valueOf(key: keyof EntryDraft, all: EntryDraft, { questions: before = {} }: EntryDraft) {
  if (key !== 'questions') return all[key] ?? cleared(key)
  const answers = Object.entries(all.questions ?? {})
  return Object.fromEntries(
    answers
      .map(([code, answer]) => [code, answer ?? (code in before ? null : undefined)])
      .filter(([, answer]) => answer !== undefined),
  )
}

const namePath = (field: string) =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

const FIELDS = Object.keys(EntryDraft.shape) as (keyof EntryDraft)[]

/** Props of antd's Form for a step: filled from the draft, saved as it changes. */
export function useStepForm() {
  const [form] = Form.useForm<EntryDraft>()
  const { draft, saver, info, step, refusals } = useDraft()
  const [search] = useSearchParams()
  const field = search.get('field')
  const filled = useRef(draft.epoch)

  // Fills in answers from another window or the local copy; the cursor stays where it is.
  useEffect(() => {
    const { answers, held } = saver.snapshot()
    if (filled.current !== draft.epoch) {
      form.setFieldsValue(Object.fromEntries(FIELDS.map((name) => [name, answers[name]])))
      filled.current = draft.epoch
    }
    // An answer that only this device has says why.
    const shown = held.filter((name) => stepOfField(name) === step) as (keyof EntryDraft)[]
    if (shown.length > 0) void form.validateFields(shown).catch(() => undefined)
  }, [draft.epoch, form, saver, step])

  // Validates all fields and focuses one, when a link of the problem list names it.
  useEffect(() => {
    const refused = Object.entries(refusals).filter(([name]) => stepOfField(name) === step)
    if (!field && refused.length === 0) return
    void form
      .validateFields()
      .catch(() => undefined)
      .then(() => {
        const fields = refused.map(([name, messages]) => ({
          name: namePath(name) as never,
          errors: messages.map(translateMessage),
        }))
        form.setFields(fields)
        if (field) form.scrollToField(namePath(field), { block: 'center', focus: true })
      })
  }, [field, form, refusals, step])

  return {
    form,
    layout: 'vertical' as const,
    name: 'entry',
    initialValues: draft.answers,
    disabled: !info.is_editable,
    validateTrigger: 'onBlur',
    requiredMark: true,
    onValuesChange(changed: EntryDraft, all: EntryDraft) {
      const keys = Object.keys(changed) as (keyof EntryDraft)[]
      const { answers: before } = saver.snapshot()
      saver.change({
        answers: Object.fromEntries(keys.map((key) => [key, valueOf(key, all, before)])),
      })
    },
  }
}
