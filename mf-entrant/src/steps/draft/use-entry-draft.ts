import { api, cacheOf, callApi, errorCode, handleError, readToken } from '@awards/shared/client'
import {
  entries,
  type EntryFile,
  type OwnerEntryInfo,
  type CurrentUser,
} from '@awards/shared/contract'
import { brokenBy, entryProblems, isHandedIn, type EntryDraft } from '@awards/shared/domain'
import { useCurrentUser, useSiteDispatch } from '@awards/shared/session'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { localCopy, newFormId } from '../../common/device-copy.ts'
import { useSaveMoments } from '../../common/save-state.tsx'
import { createDraftSaver } from './draft-saver.ts'
import type { Saved } from './draft-merge.ts'

const AGENCY = 4

/** What the account already says about an entry whose authors are not named yet; an agency enters others' works. */
export function firstAnswers(
  answers: EntryDraft,
  user: CurrentUser | undefined,
): EntryDraft | undefined {
  if (!user || answers.designers || user.account_type === AGENCY) return undefined
  const name = `${user.first_name} ${user.last_name}`.trim() || user.display_name
  const { country } = user
  return {
    designers: [{ name, ...(country ? { country } : {}) }],
    ...(user.company && !answers.company ? { company: user.company } : {}),
    ...(country && !answers.location_country ? { location_country: country } : {}),
  }
}

const savedOf = (info: OwnerEntryInfo): Saved => ({
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
  const user = useCurrentUser()
  const userId = user?.id ?? ''
  const copies = `entry-copies:${userId}:${id}`
  const dispatch = useSiteDispatch()
  const [restoredAt, setRestoredAt] = useState<string>()
  const latest = useRef(info)
  useEffect(() => void (latest.current = info), [info])
  // A member of a studio writes in an entry of its owner, and is none of its authors.
  const author = (info.role ?? 'owner') === 'owner' ? user : undefined
  const [first] = useState(() => firstAnswers(info.answers, author))
  const [form] = useState(newFormId)

  const [saver] = useState(() => {
    const remember = (part: Partial<OwnerEntryInfo>) =>
      dispatch(
        cacheOf(entries.info).update({ apply_order_id: id }, (cached) => {
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
        const { problems, answer_files } = answer
        remember({
          version: answer.version,
          answers,
          problems,
          step_completed: step,
          ...(answer_files && { answer_files }),
        })
        return answer
      },
      async saveFiles(version, files) {
        sentToken = readToken()
        const input = { apply_order_id: id, version, files: files.map(toInput) }
        const answer = await callApi(entries.editImage, input, options)
        remember(answer)
        return answer
      },
      async load() {
        sentToken = readToken()
        const theirs = await callApi(entries.info, { apply_order_id: id }, options)
        if (theirs.projection !== 'owner') throw new Error('The entry belongs to somebody else')
        remember(theirs)
        return savedOf(theirs)
      },
      keep: (pending, base) => void localCopy.write(copies, form, pending, base),
      broken(answers, files, before) {
        const { entry_status, category, questions } = latest.current
        if (!isHandedIn(entry_status)) return []
        const problems = (of: typeof answers, list: readonly EntryFile[]) =>
          entryProblems(
            of,
            list.filter(({ kind }) => kind !== 'pdf'),
            category.min_images,
            questions,
          )
        const broken = brokenBy(problems(before.answers, before.files), problems(answers, files))
        return Object.keys(broken).map((field) => field.split('.')[0] ?? field)
      },
      refused(error) {
        handleError(error, sentToken)
        // The call has closed meanwhile: the page says so, with what is left to do.
        if (errorCode(error) === 423) dispatch(api.util.invalidateTags(['entry', 'price']))
      },
    })
  })

  useEffect(() => saver.acceptRemote(savedOf(info)), [info, saver])
  useEffect(() => {
    if (!is_editable) return
    let isGone = false
    void localCopy.read(copies, form).then((copy) => {
      if (isGone) return
      if (copy) {
        saver.restore(copy.pending, copy.base)
        setRestoredAt(copy.at)
        return
      }
      if (first) saver.restore({ answers: first })
    })
    return () => {
      isGone = true
    }
  }, [saver, first, form, copies, is_editable])
  useSaveMoments(saver, `entry:${userId}:${id}`)

  return { saver, restoredAt, draft: useSyncExternalStore(saver.subscribe, saver.snapshot) }
}
