import type { WinnerInfo } from '@awards/shared/contract'
import { Loader } from '@awards/shared/ui'
import { lazy, Suspense } from 'react'
import { loadEnlarged, type useEnlarged } from './use-enlarged.ts'
import styles from './winner-gallery.module.css'

const Enlarged = lazy(() =>
  loadEnlarged().then(({ EnlargedPictures }) => ({ default: EnlargedPictures })),
)

type EnlargedWhenAskedProps = {
  images: WinnerInfo['images']
  enlarged: ReturnType<typeof useEnlarged>
}

/** The enlarged picture, once one has been asked for. */
export function EnlargedWhenAsked({ images, enlarged }: EnlargedWhenAskedProps) {
  if (enlarged.index === undefined) return null
  return (
    <Suspense
      fallback={
        <div className={styles.opening}>
          <Loader />
        </div>
      }
    >
      <Enlarged images={images} index={enlarged.index} onClose={enlarged.close} />
    </Suspense>
  )
}
