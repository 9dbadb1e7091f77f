import { paths } from '@awards/shared/paths'
import { TextLink, VisuallyHidden } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { usePublicAboutQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { Band } from '../ui/band.tsx'
import { Figures } from '../ui/figures.tsx'
import styles from './about-figures.module.css'

/** What the award stands for in one sentence and a few figures. */
export function AboutFigures() {
  const { t } = useTranslation('public')
  const about = usePublicAboutQuery()
  return (
    <Band labelledBy="figures-title">
      <h2 id="figures-title">
        <VisuallyHidden>{t('home.about')}</VisuallyHidden>
      </h2>
      <Answered query={about} room="block">
        {({ tagline, figures }) => (
          <>
            <p className={styles.tagline}>{tagline}</p>
            <Figures figures={figures} />
            <p className={styles.more}>
              <TextLink to={paths.about}>{t('home.more')}</TextLink>
            </p>
          </>
        )}
      </Answered>
    </Band>
  )
}
