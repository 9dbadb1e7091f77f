import type { EntryFile } from '@awards/shared/contract'
import { IMAGE_LIMITS, stepOfField } from '@awards/shared/domain'
import {
  createContext,
  use,
  useState,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { useDraft } from '../steps/draft/draft-context.ts'
import { added, removed } from './arrange.ts'
import { kindOf } from './file-check.ts'
import {
  createUploadQueue,
  isLost,
  isUnderway,
  type Arrival,
  type Upload,
  type UploadQueue,
} from './upload-queue.ts'
import { useCurrentUser, useUnsavedWork } from '@awards/shared/session'
import { onTokenChange, readToken } from '@awards/shared/client'
import { uploadPorts } from './upload-ports.ts'

const queues = new Map<string, UploadQueue>()

/** The uploads of one entry. They go on while their owner looks at other pages of the site. */
function entryUploads(user: string, entry: string): UploadQueue {
  const name = `${user}:${entry}`
  const known = queues.get(name)
  if (known) return known
  const queue = createUploadQueue(uploadPorts(user, entry))
  queues.set(name, queue)
  let token = readToken()
  // The next session may belong to another user, who must not see these uploads.
  onTokenChange((changed) => {
    if (changed !== token) void queue.hold()
    token = changed
  })
  return queue
}

/**
 * The files of an entry on their way; `onArrival` takes each that has come through. Those of an entry that takes none
 * any more wait.
 */
export function useUploads(entry: string, isEditable: boolean, onArrival: Arrival) {
  const user = useCurrentUser()
  const [owner] = useState(user?.id)
  const [queue] = useState(() => entryUploads(owner ?? '', entry))
  const list = useSyncExternalStore(queue.subscribe, queue.list)
  const latest = useRef(onArrival)
  useLayoutEffect(() => {
    latest.current = onArrival
  })
  useEffect(() => {
    if (!isEditable) return
    queue.onArrival((file) => latest.current(file))
    return () => queue.onArrival(undefined)
  }, [queue, isEditable])
  // Again for each session of the owner that is confirmed: what the change of the token has held goes on.
  useEffect(() => {
    if (isEditable && user?.id === owner) void queue.start()
  }, [queue, isEditable, owner, user])

  // What this device keeps goes on after a reload, and what is refused is known to the person.
  useUnsavedWork(list.some((upload) => isUnderway(upload) && !upload.isKept))
  return { list, queue }
}

function useFilesOfEntry() {
  const { info, saver, draft, refusals, setRefusals } = useDraft()
  const [lookalikes, setLookalikes] = useState<ReadonlyMap<string, string>>(new Map())
  const { images: refused = [], ...otherRefusals } = refusals
  const change = (update: (files: readonly EntryFile[]) => EntryFile[]) => {
    saver.change({ files: update(saver.snapshot().files) })
    if (refused.length > 0) setRefusals(otherRefusals)
  }

  const { list, queue } = useUploads(info.apply_order_id, info.is_editable, (file) => {
    const known = new Set(saver.snapshot().files.map(({ file_id }) => file_id))
    // It was handed over before, and the page closed before that could be noted.
    if (known.has(file.file_id)) return undefined
    // A server of before names the oldest alone.
    const { duplicates = [file.duplicate_of] } = file
    if (duplicates.some((id) => id && known.has(id))) return 'duplicate'
    change((files) => added(files, file))
    const { file_id, similar_to: other } = file
    if (other && known.has(other)) setLookalikes((all) => new Map(all).set(file_id, other))
    return undefined
  })

  const pictures = draft.files.filter(({ kind }) => kind !== 'pdf')
  const underway = list.filter((one) => isUnderway(one) && kindOf(one.file) === 'image').length
  const pdf = draft.files.find(({ kind }) => kind === 'pdf')
  return {
    list,
    queue,
    pictures,
    pdf,
    lookalikes,
    refused,
    change,
    missing: Math.max(0, info.category.min_images - pictures.length),
    keepBoth: (id: string) =>
      setLookalikes((all) => new Map([...all].filter(([one]) => one !== id))),
    removePdf: () => pdf && change((files) => removed(files, pdf.file_id)),
    take(files: File[]) {
      const images = files.filter((file) => kindOf(file) !== 'pdf')
      queue.add(images, Math.max(0, IMAGE_LIMITS.maximum - pictures.length - underway))
      queue.add(
        files.filter((file) => kindOf(file) === 'pdf'),
        1,
      )
    },
  }
}

/** Files of one place of the entry that it does not have yet: on their way, and those that did not arrive. */
type Outstanding = { underway: number; lost: number }

const outstandingOf = (list: readonly Upload[]): Outstanding => ({
  underway: list.filter(isUnderway).length,
  lost: list.filter(isLost).length,
})

type AnswerUploadsProps = {
  code: string
  onChange: (code: string, outstanding: Outstanding) => void
}

/** Takes the file that answers a question while the step with its field is not on screen. */
function AnswerUploads({ code, onChange }: AnswerUploadsProps) {
  const { info, saver } = useDraft()
  const { apply_order_id, is_editable } = info
  const { list } = useUploads(`${apply_order_id}.${code}`, is_editable, ({ file_id }) => {
    const { questions } = saver.snapshot().answers
    saver.change({ answers: { questions: { ...questions, [code]: file_id } } })
    return undefined
  })
  const { underway, lost } = outstandingOf(list)
  useEffect(() => onChange(code, { underway, lost }), [onChange, code, underway, lost])
  return null
}

type EntryUploads = ReturnType<typeof useFilesOfEntry> &
  Outstanding & {
    /** The field under which the outstanding files are listed. */
    place: 'images' | 'questions'
  }
const UploadsContext = createContext<EntryUploads | undefined>(undefined)

/** The questions of the programme are in this step, where their fields take their own files. */
const QUESTIONS_STEP = stepOfField('questions')

/** Takes the files of an entry on all of its steps, so that none is left out of what is handed in. */
export function EntryUploads({ children }: { children: ReactNode }) {
  const { info, step } = useDraft()
  const images = useFilesOfEntry()
  const [answers, setAnswers] = useState<Readonly<Record<string, Outstanding>>>({})
  const [note] = useState(
    () => (code: string, outstanding: Outstanding) =>
      setAnswers((before) => ({ ...before, [code]: outstanding })),
  )
  const pictures = outstandingOf(images.list)
  const all = [pictures, ...Object.values(answers)]
  const value: EntryUploads = {
    ...images,
    // After the call has closed they are not taken any more, and hold nothing up.
    underway: info.is_editable ? all.reduce((sum, { underway }) => sum + underway, 0) : 0,
    lost: all.reduce((sum, { lost }) => sum + lost, 0),
    place: pictures.underway + pictures.lost > 0 ? 'images' : 'questions',
  }
  const questions = (info.questions ?? []).filter(({ kind }) => kind === 'file')
  return (
    <UploadsContext value={value}>
      {children}
      {step !== QUESTIONS_STEP &&
        questions.map(({ code }) => <AnswerUploads key={code} code={code} onChange={note} />)}
    </UploadsContext>
  )
}

/** The files of the entry on screen, those on their way included. */
export function useEntryUploads(): EntryUploads {
  const uploads = use(UploadsContext)
  if (!uploads) throw new Error('A step stands outside of the uploads of its entry')
  return uploads
}
