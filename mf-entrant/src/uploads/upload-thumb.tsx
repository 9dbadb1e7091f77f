import { useEffect, useState } from 'react'
import { kindOf } from './file-check.ts'
import styles from './upload-list.module.css'

/** A small likeness of a file of this device; its ending where it is no picture. */
export function UploadThumb({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (kindOf(file) !== 'image') return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (!url) {
    const ending = file.name.split('.').at(-1)?.slice(0, 4) ?? ''
    return (
      <span className={styles.thumb} aria-hidden="true">
        {ending.toUpperCase()}
      </span>
    )
  }
  return <img className={styles.thumb} src={url} alt="" onError={() => setUrl(undefined)} />
}
