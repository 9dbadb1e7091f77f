import { Button } from 'antd'
import { paths } from '@awards/shared/paths'
import { LinkButton } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { SaveState } from '../common/save-state.tsx'
import { showConflict } from './conflict-notice.tsx'
import { useDraft } from './draft-context.ts'
import styles from './step-footer.module.css'

/** Back and on. The last two steps have a button of their own for what comes next. */
export function StepFooter() {
  const { t } = useTranslation('entrant')
  const { info, step, goTo, draft } = useDraft()
  return (
    <div className={styles.footer}>
      {step > 1 ? (
        <Button onClick={() => goTo(step - 1)}>{t('footer.back')}</Button>
      ) : (
        <LinkButton to={paths.account()}>{t('footer.account')}</LinkButton>
      )}
      {info.is_editable && <SaveState draft={draft} onConflict={showConflict} />}
      {step < 5 && (
        <Button type="primary" onClick={() => goTo(step + 1)}>
          {t('footer.next', { name: t(`steps.${step + 1}.name`) })}
        </Button>
      )}
    </div>
  )
}
