import { callApi } from '@awards/shared/client'
import { publication, type Category } from '@awards/shared/contract'
import { identityFlags } from '@awards/shared/domain'
import { useCurrentUser } from '@awards/shared/session'
import { Page } from '@awards/shared/ui'
import { useLoaderData, useSearchParams } from 'react-router-dom'
import { OwnerEntry } from '../common/owner-entry.tsx'
import { EntryForm } from './entry-form.tsx'
import { JurorNotice } from './juror-notice.tsx'
import { NewEntry } from './new-entry.tsx'

/** The categories are there before the form shows (specification, entry creation loader). */
export const loader = () => callApi(publication.category, {})

/**
 * The entry form: begins an entry, or goes on with the one that the address names. Its route asks for `auth` alone, so
 * a juror stays here too, and asks none of the entrant's calls, whose refusal would lead to /403.
 */
export function Component() {
  const groups = useLoaderData<Category[]>()
  const id = useSearchParams()[0].get('id')
  const identity = useCurrentUser()?.identity ?? 0
  return (
    <Page>
      {identityFlags(identity).isJury ? (
        <JurorNotice identity={identity} />
      ) : id ? (
        <OwnerEntry id={id} key={id}>
          {(info) => <EntryForm info={info} groups={groups} />}
        </OwnerEntry>
      ) : (
        <NewEntry groups={groups} />
      )}
    </Page>
  )
}
