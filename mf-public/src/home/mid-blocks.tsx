import { ResponsiveImage } from '@awards/shared/ui'
import { usePublicBlocksQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { RichText } from '../ui/rich-text.tsx'
import styles from './mid-blocks.module.css'

/** What the organiser wants to tell in the middle of the page: a picture and a text each. */
export function MidBlocks() {
  const blocks = usePublicBlocksQuery({ position: 'home_mid' })
  return (
    <Answered query={blocks} room="page">
      {(list) =>
        list.map(({ id, title, html, image }) => (
          <section key={id} className={styles.block} aria-labelledby={`block-${id}`}>
            {image && (
              <ResponsiveImage
                picture={image}
                ratio="1"
                sizes="(min-width: 60rem) 75vw, 150vw"
                className={styles.picture}
              />
            )}
            <div className={styles.words}>
              <h2 id={`block-${id}`} className={styles.title}>
                {title}
              </h2>
              <RichText html={html} size="large" />
            </div>
          </section>
        ))
      }
    </Answered>
  )
}
