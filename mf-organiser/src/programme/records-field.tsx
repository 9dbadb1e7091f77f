import { useLanguage } from '@awards/shared/i18n'
import { Button, Form } from 'antd'
import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './records-field.module.css'

type Path = (string | number)[]
type ByLanguage = { en?: string; fr?: string; zh?: string }
type Refused = { name: Path; errors: string[] }

/** Fields that the server has refused: the record that holds one opens. */
export const RefusedFields = createContext<readonly Refused[]>([])

type Words = {
  /** Button that adds a record. */
  add: string
  /** Name of a record that has none yet. */
  untitled: string
}

type RecordsFieldProps<R> = {
  /** Path of the list that the records stand in, and of their list within it. */
  within?: Path
  name: Path
  words: Words
  /** A record as it begins. */
  begin: () => R
  titleOf: (record: R) => ByLanguage | undefined
  /** A few words on the record beside its title. */
  factsOf: (record: R) => ReactNode
  /** Fields of the record at a place of the list. */
  children: (path: number, record: R) => ReactNode
  /** False for a record that cannot be taken away, for instance one that others stand in. */
  canRemove?: (record: R) => boolean
  /** Records neither come nor go. */
  isFixed?: boolean | undefined
  /** Whether the order of the list is that of the site. */
  isOrdered?: boolean
}

const isWithin = (path: Path, name: Path) => path.every((part, index) => name[index] === part)

/**
 * A list of records of which one is open at a time. A record closes only when its fields are right, so that nothing is
 * wrong where nobody sees it.
 */
export function RecordsField<R extends object>({
  within = [],
  name,
  words,
  begin,
  titleOf,
  factsOf,
  children,
  canRemove = () => true,
  isFixed = false,
  isOrdered = true,
}: RecordsFieldProps<R>) {
  const { t } = useTranslation('organiser')
  const language = useLanguage()
  const form = Form.useFormInstance()
  const [open, setOpen] = useState<number>()
  const head = useRef<HTMLLIElement>(null)
  const path = [...within, ...name]
  const records = (Form.useWatch(path, { form, preserve: true }) ?? []) as R[]
  const refused = use(RefusedFields)
  const key = path.join('.')

  useEffect(() => {
    const wrong = refused.find((one) => isWithin(key.split('.'), one.name.map(String)))
    const index = wrong?.name[key.split('.').length]
    if (typeof index === 'number') setOpen(index)
  }, [refused, key])
  // The fields of a record exist as soon as it is open: only then can they say what is wrong.
  useEffect(() => {
    if (open === undefined) return
    const own = refused.filter((one) =>
      isWithin([...key.split('.'), String(open)], one.name.map(String)),
    )
    if (own.length > 0) form.setFields(own as Parameters<typeof form.setFields>[0])
  }, [open, refused, key, form])

  /** Opens another record, or none, once the open one is right. */
  const show = async (next: number | undefined) => {
    if (open !== undefined && records[open]) {
      try {
        await form.validateFields([[...path, open]], { recursive: true })
      } catch {
        head.current?.scrollIntoView({ block: 'start' })
        return false
      }
    }
    setOpen(next)
    return true
  }

  return (
    <Form.List name={name}>
      {(fields, { add, remove, move }) => (
        <>
          <ol className={styles.records}>
            {fields.map((field, index) => {
              const record = records[index]
              if (!record) return null
              const title = titleOf(record)
              const shown = title?.[language] || title?.en || words.untitled
              const isOpen = open === index
              return (
                <li key={field.key} ref={isOpen ? head : undefined}>
                  <div className={styles.head}>
                    <button
                      type="button"
                      className={styles.title}
                      aria-expanded={isOpen}
                      onClick={() => void show(isOpen ? undefined : index)}
                    >
                      {shown}
                    </button>
                    <span className={styles.facts}>{factsOf(record)}</span>
                    <span className={styles.acts}>
                      {(isOrdered ? [-1, 1] : []).map((step) => (
                        <Button
                          key={step}
                          size="small"
                          disabled={!records[index + step] || open !== undefined}
                          aria-label={t(step < 0 ? 'programme.up' : 'programme.down', {
                            name: shown,
                          })}
                          onClick={() => move(index, index + step)}
                        >
                          {step < 0 ? '↑' : '↓'}
                        </Button>
                      ))}
                      {!isFixed && canRemove(record) && (
                        <Button
                          size="small"
                          aria-label={t('programme.takeAway', { name: shown })}
                          onClick={() => {
                            remove(index)
                            setOpen(undefined)
                          }}
                        >
                          ✕
                        </Button>
                      )}
                    </span>
                  </div>
                  {isOpen && <div className={styles.fields}>{children(index, record)}</div>}
                </li>
              )
            })}
          </ol>
          {!isFixed && (
            <Button
              onClick={() =>
                void show(undefined).then((isRight) => {
                  if (!isRight) return
                  add(begin())
                  setOpen(records.length)
                })
              }
            >
              {words.add}
            </Button>
          )}
        </>
      )}
    </Form.List>
  )
}
