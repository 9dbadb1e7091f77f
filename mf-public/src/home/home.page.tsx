import { usePageHead } from '@awards/shared/ui'
import { AboutFigures } from './about-figures.tsx'
import { CallStrip } from './call-strip.tsx'
import { CallToEnter } from './call-to-enter.tsx'
import { EditionDates } from './edition-dates.tsx'
import { FeaturedWinners } from './featured-winners.tsx'
import { Hero } from './hero.tsx'
import { JuryStrip } from './jury-strip.tsx'
import { MidBlocks } from './mid-blocks.tsx'
import { NewsStrip } from './news-strip.tsx'
import { Partners } from './partners.tsx'
import { useHomeHead } from './use-home-head.ts'

export function Component() {
  usePageHead(useHomeHead())
  return (
    <>
      <Hero />
      <CallStrip />
      <EditionDates />
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
