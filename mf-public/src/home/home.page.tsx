import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '@awards/shared/ui'
import { AboutFigures } from './about-figures.tsx'
import { CallStrip } from './call-strip.tsx'
import { CallToEnter } from './call-to-enter.tsx'
import { FeaturedWinners } from './featured-winners.tsx'
import { Hero } from './hero.tsx'
import { JuryStrip } from './jury-strip.tsx'
import { MidBlocks } from './mid-blocks.tsx'
import { NewsStrip } from './news-strip.tsx'
import { Partners } from './partners.tsx'

export function Component() {
  const { t } = useTranslation('public')
  useDocumentTitle(t('nav.home'))
  return (
    <>
      <Hero />
      <CallStrip />
      <FeaturedWinners />
      <MidBlocks />
      <AboutFigures />
      <JuryStrip />
      <NewsStrip />
      <Partners />
      <CallToEnter />
    </>
  )
}
