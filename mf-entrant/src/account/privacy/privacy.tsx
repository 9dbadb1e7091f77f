import { QueryView } from '@awards/shared/ui'
import { useProfileQuery } from '../../entrant.api.ts'
import { Consents } from './consents.tsx'
import { DataCopy } from './data-copy.tsx'
import { EraseAccount } from './erase-account.tsx'
import { Newsletter } from './newsletter.tsx'
import styles from './privacy.module.css'

/** What the entrant has agreed to, the copy of the data, and the end of the account. */
export function Privacy() {
  const query = useProfileQuery()
  return (
    <div className={styles.privacy}>
      <QueryView query={query}>
        {(profile) => (
          <>
            <Consents consents={profile.consents} />
            <Newsletter profile={profile} />
          </>
        )}
      </QueryView>
      <DataCopy />
      <EraseAccount />
    </div>
  )
}
