import { callApi } from '@awards/shared/client'
import { publication, type Category, type EntryInfo } from '@awards/shared/contract'
import { blindAnswers } from '@awards/shared/domain'
import { Page, QueryView } from '@awards/shared/ui'
import { useLoaderData, useSearchParams } from 'react-router-dom'
import { NoEntry } from '../common/no-entry.tsx'
import { useEntryInfoQuery } from '../entrant.api.ts'
import { EntrySheet } from './entry-sheet.tsx'
import { HiddenAnswers } from './hidden-answers.tsx'
import { PreviewCriteria } from './preview-criteria.tsx'
import { PreviewHead } from './preview-head.tsx'
import styles from './preview.module.css'

/** The criteria of the category stand in the list of categories. */
export const loader = () => callApi(publication.category, {})

/** The entry as jurors see it; its owner can also look at what is hidden from them. */
export function Component() {
  const groups = useLoaderData<Category[]>()
  const [search, setSearch] = useSearchParams()
  const id = search.get('id') ?? ''
  const query = useEntryInfoQuery({ apply_order_id: id }, { skip: !id })
  const isBlind = search.get('names') !== '1'
  const categoryOf = (info: EntryInfo) =>
    groups.flatMap(({ children }) => children).find((one) => one.id === info.category.id)
  return (
    <Page>
      {id ? (
        <QueryView query={query}>
          {(info) => (
            <>
              <PreviewHead
                info={info}
                isBlind={isBlind}
                onBlind={(blind) =>
                  setSearch(blind ? { id } : { id, names: '1' }, { replace: true })
                }
              />
              <div className={styles.layout}>
                <div className={styles.work}>
                  {!isBlind && info.projection === 'owner' && (
                    <HiddenAnswers answers={info.answers} files={info.files} />
                  )}
                  <EntrySheet
                    answers={blindAnswers(info.answers)}
                    files={info.files}
                    section={info.section.name}
                  />
                </div>
                <PreviewCriteria category={categoryOf(info)} />
              </div>
            </>
          )}
        </QueryView>
      ) : (
        <NoEntry />
      )}
    </Page>
  )
}
