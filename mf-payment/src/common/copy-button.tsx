import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type CopyButtonProps = {
  /** What is copied, in words. */
  label: string
  text: string
}

/** Copies a text that is needed elsewhere, and says whether that worked. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const { t } = useTranslation('payment')
  const [state, setState] = useState<'do' | 'done' | 'failed'>('do')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('done')
    } catch {
      setState('failed')
    }
  }
  return (
    <Button size="small" onClick={() => void copy()} aria-label={t('copy.of', { label })}>
      <span role="status">{t(`copy.${state}`)}</span>
    </Button>
  )
}
