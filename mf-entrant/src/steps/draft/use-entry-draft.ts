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
import { orNothing } from '../../common/device-copy.ts'
import { useSaveMoments } from '../../common/save-state.tsx'
import { createDraftSaver } from './draft-saver.ts'
import type { Saved, Pending } from './draft-merge.ts'
import { get, update } from 'idb-keyval'

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
  const dispatch = useSiteDispatch()
  const [restoredAt, setRestoredAt] = useState<string>()
  const latest = useRef(info)
  useEffect(() => void (latest.current = info), [info])
  // A member of a studio writes in an entry of its owner, and is none of its authors.
  const author = (info.role ?? 'owner') === 'owner' ? user : undefined
  const [first] = useState(() => firstAnswers(info.answers, author))
  const [form] = useState(() => crypto.randomUUID?.() ?? String(Math.random()))

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
      keep: (pending, base) => void localCopy.write(userId, id, form, pending, base),
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
    void localCopy.read(userId, id, form).then((copy) => {
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
  }, [saver, first, form, userId, id, is_editable])
  useSaveMoments(saver, `entry:${userId}:${id}`)

  return { saver, restoredAt, draft: useSyncExternalStore(saver.subscribe, saver.snapshot) }
}

/** `base` is what the server held when it was written; a copy of an older release has none. */
type LocalCopy = { at: string; pending: Pending; base?: Saved }
/** One copy for each form, in whichever window, so that none removes what another one has still to save. */
type Copies = Record<string, LocalCopy>

const keyOf = (user: string, entry: string) => `entry-copies:${user}:${entry}`

/**
 * What all forms have left, the newest word on each field. Each field keeps the version that its own
 * form wrote over: measured by a later one, old words would pass for a change of what was saved since.
 */
export function mergeCopies(copies: Copies): LocalCopy | undefined {
  const inOrder = Object.values(copies).sort((a, b) => a.at.localeCompare(b.at))
  return inOrder.reduce<LocalCopy | undefined>(
    (before, copy) => (before ? onTop(before, copy) : copy),
    undefined,
  )
}

function onTop(before: LocalCopy, copy: LocalCopy): LocalCopy {
  const asked = [...new Set([...(before.pending.asked ?? []), ...(copy.pending.asked ?? [])])]
  const sent = [...(before.pending.sent ?? []), ...(copy.pending.sent ?? [])]
  const base = before.base && copy.base && baseOf(before, before.base, copy, copy.base)
  return {
    at: copy.at,
    pending: {
      ...before.pending,
      ...copy.pending,
      answers: { ...before.pending.answers, ...copy.pending.answers },
      // They stand there as undefined once they were saved.
      files: copy.pending.files ?? before.pending.files,
      step: copy.pending.step ?? before.pending.step,
      ...(asked.length > 0 && { asked }),
      ...(sent.length > 0 && { sent }),
    },
    ...(base ? { base } : copy.base && { base: copy.base }),
  }
}

function baseOf(before: LocalCopy, older: Saved, copy: LocalCopy, newer: Saved): Saved {
  const isFrom = (field: string) =>
    field in before.pending.answers && !(field in copy.pending.answers)
  const kept = Object.entries(newer.answers).filter(([field]) => !isFrom(field))
  const own = Object.entries(older.answers).filter(([field]) => isFrom(field))
  return {
    // The lower one: where it is not the server's, what was written over it is compared.
    version: Math.min(older.version, newer.version),
    step: newer.step,
    answers: Object.fromEntries([...kept, ...own]),
    files: before.pending.files && !copy.pending.files ? older.files : newer.files,
  }
}

const without = (copies: Copies | undefined, form: string): Copies =>
  Object.fromEntries(Object.entries(copies ?? {}).filter(([one]) => one !== form))

/**
 * What was typed and has not reached the server; it outlives a crash and an expired session. Written
 * at each change, not at a pause. A browser without storage goes on without a copy.
 */
const localCopy = {
  /** Takes over what forms have left behind. */
  async read(user: string, entry: string, form: string): Promise<LocalCopy | undefined> {
    const key = keyOf(user, entry)
    return orNothing(async () => {
      const copies = await get<Copies>(key)
      const copy = copies && mergeCopies(copies)
      if (copy) await orNothing(() => update<Copies>(key, () => ({ [form]: copy })))
      return copy
    })
  },
  async write(
    user: string,
    entry: string,
    form: string,
    pending: Pending | undefined,
    base: Saved,
  ) {
    const at = new Date().toISOString()
    const change = (copies: Copies | undefined): Copies =>
      pending ? { ...copies, [form]: { at, pending, base } } : without(copies, form)
    await orNothing(() => update<Copies>(keyOf(user, entry), change))
  },
}
