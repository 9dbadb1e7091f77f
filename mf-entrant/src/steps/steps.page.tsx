import { callApi } from '@awards/shared/client'
import { publication, type Category } from '@awards/shared/contract'
import { Page } from '@awards/shared/ui'
import { useLoaderData, useSearchParams } from 'react-router-dom'
import { OwnerEntry } from '../common/owner-entry.tsx'
import { EntryForm } from './entry-form.tsx'
import { NewEntry } from './new-entry.tsx'

/** The categories are there before the form shows (specification, entry creation loader). */
export const loader = () => callApi(publication.category, {})

/** The entry form: begins an entry, or goes on with the one that the address names. */
export function Component() {
  const groups = useLoaderData<Category[]>()
  const id = useSearchParams()[0].get('id')
  return (
    <Page>
      {id ? (
        <OwnerEntry id={id} key={id}>
          {(info) => <EntryForm info={info} groups={groups} />}
        </OwnerEntry>
      ) : (
        <NewEntry groups={groups} />
      )}
    </Page>
  )
}
