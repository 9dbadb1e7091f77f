import { Button, Modal, Switch } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { singleKeys, useShortcuts, useSingleKeys } from '../common/use-shortcuts.ts'
import styles from './shortcut-help.module.css'

/** Keys, and what they do; a key may have another beside it. */
const GROUPS = {
  mark: [
    ['twoDigits', '1', '7'],
    ['half', '.', ','],
    ['back', '⌫'],
    ['submit', '↵'],
    ['submitAnywhere', 'Ctrl ↵'],
  ],
  move: [
    ['next', 'J'],
    ['previous', 'K'],
    ['lightbox', 'Z', 'L'],
    ['compare', 'X'],
  ],
  other: [
    ['undo', 'U'],
    ['abstain', 'A'],
    ['conflict', 'C'],
    ['help', '?'],
  ],
} as const

/** What the keys do, and a switch for those who do not want them. */
export function ShortcutHelp() {
  const { t } = useTranslation('jury')
  const [isOpen, setIsOpen] = useState(false)
  const areOn = useSingleKeys()
  const switchId = useId()
  useShortcuts({ '?': () => setIsOpen(true) })
  return (
    <>
      <Button
        size="small"
        className={styles.open ?? ''}
        aria-keyshortcuts="?"
        onClick={() => setIsOpen(true)}
      >
        {t('keys.open')} <kbd aria-hidden="true">?</kbd>
      </Button>
      <Modal
        open={isOpen}
        title={t('keys.title')}
        footer={null}
        onCancel={() => setIsOpen(false)}
        destroyOnHidden
      >
        <p>{t('keys.text')}</p>
        {Object.entries(GROUPS).map(([group, rows]) => (
          <dl key={group} className={styles.keys} aria-label={t(`keys.group.${group}`)}>
            {rows.map(([name, ...keys]) => (
              <div key={name}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{t(`keys.${name}`)}</dd>
              </div>
            ))}
          </dl>
        ))}
        <p className={styles.switch}>
          <Switch id={switchId} checked={areOn} onChange={singleKeys.set} />
          <label htmlFor={switchId}>{t('keys.switch')}</label>
        </p>
      </Modal>
    </>
  )
}
