import type { OwnerEntryInfo } from '@awards/shared/contract'
import { ResponsiveImage } from '@awards/shared/ui'
import styles from './work-line.module.css'

/** The work that is paid for. */
export function WorkLine({ info }: { info: OwnerEntryInfo }) {
  const cover = info.files.find(({ kind }) => kind === 'cover')?.picture
  return (
    <div className={styles.work}>
      {cover && <ResponsiveImage picture={cover} sizes="8rem" ratio="1" alt="" />}
      <p>
        <strong>{info.answers.title}</strong>
        <span>{info.category.name}</span>
        <span>{info.entry_no}</span>
      </p>
    </div>
  )
}
