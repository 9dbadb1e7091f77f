import type { JurorPublic } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { ResponsiveImage, TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './president.module.css'

export const PRESIDENT_SIZES = '(min-width: 60rem) 40vw, 100vw'

/** Who presides over the jury, in large. */
export function President({ juror }: { juror: JurorPublic }) {
  const { t } = useTranslation('public')
  return (
    <section className={styles.president} aria-labelledby="president-name">
      {juror.photo && (
        <ResponsiveImage picture={juror.photo} ratio="4 / 5" sizes={PRESIDENT_SIZES} eager />
      )}
      <div>
        <p className={styles.title}>{juror.title}</p>
        <h2 id="president-name" className={styles.name}>
          {juror.name}
        </h2>
        <p className={styles.bio}>{juror.bio}</p>
        <TextLink to={paths.juror(juror.slug)}>{t('jury.more', { name: juror.name })}</TextLink>
      </div>
    </section>
  )
}
