import { registerNamespace } from '@awards/shared/i18n'
import { Page, PageHeader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Keys } from './keys.tsx'
import styles from './programs.module.css'
import { Webhooks } from './webhooks.tsx'

registerNamespace('programs', (language) => import(`./texts/${language}.json`))

/** /keys: what programs read in the name of the account, and what they are told. */
export function Component() {
  const { t } = useTranslation('programs')
  return (
    <Page width="text">
      <PageHeader
        title={t('title')}
        lead={
          <>
            {t('lead')}{' '}
            <a className={styles.link} href="/api/openapi.json">
              {t('description')}
            </a>
          </>
        }
      />
      <div className={styles.parts}>
        <Keys />
        <Webhooks />
      </div>
    </Page>
  )
}
