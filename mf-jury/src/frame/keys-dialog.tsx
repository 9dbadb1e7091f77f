import { createStore } from '@awards/shared/browser/store'
import { paths } from '@awards/shared/paths'
import { Switch } from '@awards/shared/ui/native/choice'
import { Dialog } from '@awards/shared/ui/native/dialog'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { singleKeys, useShortcuts, useSingleKeys } from '@awards/shared/browser/use-shortcuts'
import styles from './keys-dialog.module.css'

/** Keys by what they are for: a name in the texts, and the keys that do it. */
export type KeyGroups = Readonly<
  Record<string, readonly (readonly [name: string, ...keys: string[]])[]>
>

const opened = createStore(false)

/** Whether the keys are shown; a page shows them with `KeysDialog`. */
export const keysDialog = {
  open: () => opened.set(true),
  close: () => opened.set(false),
}

/** A key as it looks beside a button. */
export const KeyCap = ({ name }: { name: string }) => (
  <kbd className={styles.key} aria-hidden="true">
    {name}
  </kbd>
)

type KeysDialogProps = {
  /** The namespace of the texts: `keys.title`, `keys.group.*` and a text for each key. */
  namespace: 'jury' | 'juryframe'
  groups: KeyGroups
}

const PAGES = ['regulations', 'contact', 'accessibility', 'privacy'] as const

/** What the keys do, a switch for those who do not want them, and the pages that help further. */
export function KeysDialog({ namespace, groups }: KeysDialogProps) {
  const { t } = useTranslation([namespace, 'juryframe', 'jury'])
  const isOpen = useSyncExternalStore(opened.subscribe, opened.get)
  const areOn = useSingleKeys()
  useShortcuts({ '?': keysDialog.open })
  // Another page begins without it.
  useEffect(() => keysDialog.close, [])
  if (!isOpen) return null
  return (
    <Dialog title={t('keys.title')} onClose={keysDialog.close}>
      <p>{t('keys.text')}</p>
      {Object.entries(groups).map(([group, rows]) => (
        <dl key={group} className={styles.keys} aria-label={t(`keys.group.${group}`)}>
          {rows.map(([name, ...keys]) => (
            <div key={name}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key} className={styles.key}>
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{t(`keys.${name}`)}</dd>
            </div>
          ))}
        </dl>
      ))}
      <Switch
        label={t('jury:keys.switch')}
        checked={areOn}
        onChange={({ target }) => singleKeys.set(target.checked)}
      />
      <nav className={styles.pages} aria-label={t('juryframe:help')}>
        {PAGES.map((page) => (
          <Link key={page} to={paths[page]} onClick={keysDialog.close}>
            {t(`juryframe:page.${page}`)}
          </Link>
        ))}
      </nav>
    </Dialog>
  )
}

const FIND: KeyGroups[string] = [
  ['find', 'Ctrl K'],
  ['search', '/'],
  ['help', '?'],
]

/** Keys of the chair's desk: at the list, and at an entry. */
export const CHAIR_KEYS = {
  list: {
    find: FIND,
    list: [
      ['rows', 'J', 'K'],
      ['open', '↵'],
      ['choose', 'X'],
      ['range', '⇧ ␣'],
      ['all', 'Ctrl A'],
      ['none', 'Esc'],
      ['ends', 'Home', 'End'],
    ],
  },
  entry: {
    find: FIND.filter(([name]) => name !== 'search'),
    entry: [
      ['next', 'J'],
      ['previous', 'K'],
      ['split', 'S'],
      ['lightbox', 'Z', 'L'],
      ['back', 'B'],
    ],
  },
} satisfies Record<string, KeyGroups>

/** Keys of a juror's list. */
export const QUEUE_KEYS: KeyGroups = { find: FIND }
