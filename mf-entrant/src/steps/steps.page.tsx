import { callApi, useApiQuery } from '@awards/shared/client'
import { entries, publication, type Category } from '@awards/shared/contract'
import { identityFlags, homeRoute, roleMay, type Identity } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { Page, EmptyState, LinkButton, Loader, useFirstAnswers } from '@awards/shared/ui'
import { Suspense, use } from 'react'
import { Navigate, useLoaderData, useSearchParams } from 'react-router-dom'
import { OwnerEntry } from '../common/owner-entry.tsx'
import { useCategories } from '../common/use-programme.ts'
import { EntryForm } from './entry-form.tsx'
import { useTranslation } from 'react-i18next'
import { MANY, NewEntry } from './new-entry.tsx'

/** A juror may look at the entry form, but enters no work: every call that would is an entrant's alone. */
function JurorNotice({ identity }: { identity: Identity }) {
  const { t } = useTranslation('entrant')
  return (
    <EmptyState
      title={t('jurorNotice.title')}
      action={<LinkButton to={homeRoute(identity)}>{t('jurorNotice.home')}</LinkButton>}
    >
      {t('jurorNotice.text')}
    </EmptyState>
  )
}

/** The categories, which are there before the form shows (specification, entry creation loader), beside the entry. */
export function loader() {
  const groups = callApi(publication.category, {})
  // The component that reads them shows the failure; a juror does not.
  groups.catch(() => undefined)
  return { groups }
}

type FormProps = { id: string | null; groups: Promise<Category[]> }

function FormOfEntry({ id, groups: loading }: FormProps) {
  const groups = useCategories(use(loading))
  if (!id) return <NewEntry groups={groups} />
  return (
    <OwnerEntry id={id} key={id}>
      {(info) =>
        roleMay(info.role ?? 'owner', 'edit') ? (
          <EntryForm info={info} groups={groups} />
        ) : (
          <Navigate replace to={paths.preview(id)} />
        )
      }
    </OwnerEntry>
  )
}

/**
 * The entry form: begins an entry, or goes on with the one that the address names. Its route asks for `auth` alone, so
 * a juror stays here too, and asks none of the entrant's calls, whose refusal would lead to /403.
 */
export function Component() {
  const { groups } = useLoaderData<typeof loader>()
  const id = useSearchParams()[0].get('id')
  const identity = useCurrentUser()?.identity ?? 0
  const { isJury } = identityFlags(identity)
  // Asked beside the entry, so that the form comes as a whole.
  const isKnown = useFirstAnswers([
    useApiQuery(entries.registrationTime, {}, { skip: isJury }),
    useApiQuery(entries.awardClassification, {}, { skip: isJury }),
    useApiQuery(entries.info, { apply_order_id: id ?? '' }, { skip: isJury || !id }),
    useApiQuery(entries.entryList, MANY, { skip: isJury || Boolean(id) }),
    useApiQuery(entries.historyEntryList, MANY, { skip: isJury || Boolean(id) }),
  ])
  return (
    <Page>
      {isJury ? (
        <JurorNotice identity={identity} />
      ) : !isKnown ? (
        <Loader />
      ) : (
        <Suspense fallback={<Loader />}>
          <FormOfEntry id={id} groups={groups} />
        </Suspense>
      )}
    </Page>
  )
}
