import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pinsOf, type Choices } from './choices.ts'
import { CopyLink } from './copy-link.tsx'
import styles from './panel.module.css'
import { setPins } from './pins.ts'

type PanelFooterProps = { choices: Choices; changes: number; onReset: () => void }

/** Applies what was chosen. The document is loaded anew for it, so unsaved work comes first. */
export function PanelFooter({ choices, changes, onReset }: PanelFooterProps) {
  const { t } = useTranslation('qa')
  const [mustSave, setMustSave] = useState(false)
  const pins = pinsOf(choices)
  return (
    <div className={styles.footer}>
      <p role="status" className={styles.warning}>
        {mustSave && t('panel.unsaved')}
      </p>
      <div className={styles.actions}>
        <Button type="primary" disabled={changes === 0} onClick={() => setMustSave(!setPins(pins))}>
          {changes === 0 ? t('panel.unchanged') : t('panel.apply', { count: changes })}
        </Button>
        {pins.length > 0 && <CopyLink key={JSON.stringify(pins)} pins={pins} />}
        {pins.length > 0 && (
          <Button size="small" type="text" onClick={onReset}>
            {t('panel.resetAll')}
          </Button>
        )}
      </div>
    </div>
  )
}
