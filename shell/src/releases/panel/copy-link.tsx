import type { Pin } from '@awards/shared/releases'
import { Button } from '@awards/shared/ui'
import { useCopy } from '@awards/shared/browser/use-copy'
import { useTranslation } from 'react-i18next'
import styles from './bar.module.css'
import { linkWithPins } from '../pins.ts'

type CopyLinkProps = { pins: readonly Pin[] }

function focusAll(input: HTMLInputElement | null) {
  input?.focus()
  input?.select()
}

/** Copies a link to this page with these pins; where copying is not allowed, shows it. */
export function CopyLink({ pins }: CopyLinkProps) {
  const { t } = useTranslation('qa')
  const link = linkWithPins(pins)
  const [outcome, copy] = useCopy(link)
  if (outcome === 'refused') {
    return (
      <input
        className={styles.linkField}
        readOnly
        ref={focusAll}
        value={link}
        aria-label={t('badge.copyByHand')}
      />
    )
  }
  return (
    <Button size="small" type="text" onClick={copy}>
      <span aria-live="polite">{t(outcome ? 'badge.copied' : 'badge.copy')}</span>
    </Button>
  )
}
