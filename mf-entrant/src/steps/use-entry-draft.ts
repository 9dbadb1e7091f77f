import { callApi, handleError, readToken } from '@awards/shared/client'
import { entries, type EntryFile, type OwnerEntryInfo } from '@awards/shared/contract'
import { useCurrentUser, useSiteDispatch } from '@awards/shared/session'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { entrantApi } from '../entrant.api.ts'
import { createDraftSaver, type Saved } from './draft-saver.ts'
import { localCopy } from './local-copy.ts'

export const savedOf = (info: OwnerEntryInfo): Saved => ({
  version: info.version,
  step: info.step_completed,
  answers: info.answers,
  files: info.files,
})

const toInput = ({ file_id, kind, alt, credit }: EntryFile, sort: number) => ({
  file_id,
  kind,
  sort,
  alt,
  ...(credit ? { credit } : {}),
})

/** The entry on screen with its autosave and its copy on this device. */
export function useEntryDraft(info: OwnerEntryInfo) {
  const { apply_order_id: id, is_editable } = info
  const user = useCurrentUser()?.id ?? ''
  const dispatch = useSiteDispatch()
  const [restoredAt, setRestoredAt] = useState<string>()

  const [saver] = useState(() => {
    const remember = (part: Partial<OwnerEntryInfo>) =>
      dispatch(
        entrantApi.util.updateQueryData('entryInfo', { apply_order_id: id }, (cached) => {
          Object.assign(cached, part)
        }),
      )
    let sentToken: string | undefined
    const options = { skipErrorHandler: true }
    return createDraftSaver(savedOf(info), {
      async saveAnswers({ version, step, answers }) {
        sentToken = readToken()
        const input = {
          apply_order_id: id,
          version,
          answers,
          ...(step >= 1 ? { step_completed: step } : {}),
        }
        const answer = await callApi(entries.edit, input, options)
        const { problems } = answer
        remember({ version: answer.version, answers, problems, step_completed: step })
        return answer
      },
      async saveFiles(version, files) {
        sentToken = readToken()
        const input = { apply_order_id: id, version, files: files.map(toInput) }
        const answer = await callApi(entries.editImage, input, options)
        remember(answer)
        return answer
      },
      keep: (pending) => void localCopy.write(user, id, pending),
      refused: (error) => handleError(error, sentToken),
    })
  })

  useEffect(() => saver.adopt(savedOf(info)), [info, saver])
  useEffect(() => {
    if (!is_editable) return
    void localCopy.read(user, id).then((copy) => {
      if (!copy) return
      saver.restore(copy.pending)
      setRestoredAt(copy.at)
    })
  }, [saver, user, id, is_editable])
  useLeaveWarning(saver)

  return { saver, restoredAt, draft: useSyncExternalStore(saver.subscribe, saver.snapshot) }
}

/** Saves when the form is left, and asks before a tab with unsaved answers closes. */
function useLeaveWarning(saver: ReturnType<typeof createDraftSaver>) {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (saver.snapshot().state === 'saved') return
      void saver.flush()
      event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('beforeunload', warn)
      void saver.flush()
      saver.stop()
    }
  }, [saver])
}
