import { paths } from '@awards/shared/paths'
import { SectionHeading, TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { usePublicJuryQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { Band } from '../ui/band.tsx'
import { JurorTile } from '../ui/juror-tile.tsx'
import styles from './jury-strip.module.css'

/** The jury in a row of portraits. */
export function JuryStrip() {
  const { t } = useTranslation('public')
  const jury = usePublicJuryQuery()
  return (
    <Band labelledBy="jury-title">
      <SectionHeading
        id="jury-title"
        aside={<TextLink to={paths.jury}>{t('home.allJurors')}</TextLink>}
      >
        {t('home.jury')}
      </SectionHeading>
      <Answered query={jury}>
        {({ list }) => (
          <ul role="list" className={styles.row}>
            {list.map((juror) => (
              <li key={juror.id} className={styles.juror}>
                <JurorTile juror={juror} sizes="(min-width: 60rem) 18vw, 56vw" />
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </Band>
  )
}
