import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { useFigure } from '../../common/format.ts'
import { EntryRail } from '../../split/entry-rail.tsx'
import styles from '../side-panel.module.css'
import type { LeftTable } from './entry-place.ts'
import '../register-texts.ts'
import { useRows } from '../table/use-rows.ts'

type ChairRailProps = { table: LeftTable; id: string; index: number | undefined }

/** The table as it was left, beside the entry: each with its result, and whether it is to be discussed. */
export function ChairRail({ table, id, index }: ChairRailProps) {
  const { t } = useTranslation(['jurytable', 'jury'])
  const figure = useFigure()
  return (
    <EntryRail
      label={t('label')}
      rows={useRows(table.input, index)}
      id={id}
      index={index}
      pathOf={paths.juryReviewDetails}
      figureOf={({ final_score, is_to_discuss }) => ({
        figure: figure(final_score),
        note: is_to_discuss && (
          <small className={styles.discuss}>{t('jury:figures.discuss')}</small>
        ),
      })}
    />
  )
}
