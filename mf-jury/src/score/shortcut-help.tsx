import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { KeyCap, KeysDialog, keysDialog, type KeyGroups } from '../frame/keys-dialog.tsx'
import styles from './notes.module.css'

/** Keys, and what they do; a key may have another beside it. */
const GROUPS: KeyGroups = {
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
    ['split', 'S'],
    ['find', 'Ctrl K'],
    ['lightbox', 'Z', 'L'],
    ['compare', 'X'],
  ],
  other: [
    ['undo', 'U'],
    ['abstain', 'A'],
    ['conflict', 'C'],
    ['help', '?'],
  ],
}

/** What the keys of a score do, beside the form. */
export function ShortcutHelp() {
  const { t } = useTranslation('jury')
  return (
    <>
      <Button
        size="small"
        className={styles.open ?? ''}
        aria-keyshortcuts="?"
        onClick={keysDialog.open}
      >
        {t('keys.open')} <KeyCap name="?" />
      </Button>
      <KeysDialog namespace="jury" groups={GROUPS} />
    </>
  )
}
