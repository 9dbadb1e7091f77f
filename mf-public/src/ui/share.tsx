import { useLanguage } from '@awards/shared/i18n'
import { Button } from '@awards/shared/ui'
import { useCopy } from '@awards/shared/browser/use-copy'
import { useTranslation } from 'react-i18next'
import { pageAddress } from '../structured-data/schema-org.ts'
import { useHydrated } from '@awards/shared/browser/use-hydrated'
import styles from './share.module.css'

type ShareProps = { path: string; title: string; text: string }

/** Ways to pass a page on: what the device offers, the address to copy, a mail. */
export function Share({ path, title, text }: ShareProps) {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const isHydrated = useHydrated()
  const named = pageAddress(path, language)
  const address = isHydrated ? new URL(named, window.location.origin).href : named
  const canShare = isHydrated && typeof navigator.share === 'function'
  const [outcome, copy] = useCopy(address)
  // Who closes the device's own choice has shared nothing and needs no message.
  const share = () => void navigator.share({ title, text, url: address }).catch(() => undefined)
  const mail = new URLSearchParams({ subject: title, body: `${text}\n\n${address}` })
  return (
    <section className={styles.share} aria-labelledby="share-title">
      <h2 id="share-title" className={styles.heading}>
        {t('share.title')}
      </h2>
      <div className={styles.ways}>
        {canShare && <Button onClick={share}>{t('share.device')}</Button>}
        <span className={styles.scripted}>
          <Button onClick={copy}>{t('share.copy')}</Button>
        </span>
        <a href={`mailto:?${mail.toString().replaceAll('+', '%20')}`} className={styles.mail}>
          {t('share.mail')}
        </a>
      </div>
      <p role="status" className={styles.status}>
        {outcome === 'copied' && t('share.copied')}
        {outcome === 'refused' && t('share.byHand')}
      </p>
      {outcome === 'refused' && (
        <input
          className={styles.address}
          readOnly
          value={address}
          aria-label={t('share.address')}
          onFocus={({ target }) => target.select()}
        />
      )}
    </section>
  )
}
