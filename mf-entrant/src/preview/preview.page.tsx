import { callApi, useApiQuery } from '@awards/shared/client'
import {
  type Category,
  type CategoryLeaf,
  entries,
  type EntryInfo,
  publication,
} from '@awards/shared/contract'
import { blindAnswers } from '@awards/shared/domain'
import { Page, QueryState, LinkButton, PageHeader } from '@awards/shared/ui'
import { useLoaderData, useSearchParams } from 'react-router-dom'
import { NoEntry } from '../common/owner-entry.tsx'
import { useCategories } from '../common/use-programme.ts'
import { HiddenAnswers, OwnEntryDetail } from './entry-detail.tsx'
import { useTranslation } from 'react-i18next'
import styles from './preview.module.css'
import { paths } from '@awards/shared/paths'
import { Switch } from '@awards/shared/ui/native/choice'

/** What jurors mark beside the sheet. */
function PreviewCriteria({ category }: { category: CategoryLeaf | undefined }) {
  const { t } = useTranslation('entrant')
  if (!category) return null
  return (
    <aside className={styles.criteria}>
      <h2 className={styles.heading}>{t('preview.criteria')}</h2>
      <p className={styles.help}>{t('preview.criteriaHelp')}</p>
      <ul className={styles.list} role="list">
        {category.weights.map(({ criterion, name, weight }) => (
          <li key={criterion}>
            <span>
              {name}
              {weight !== 1 && <small> × {weight}</small>}
            </span>
            <span className={styles.scale}>0–20</span>
          </li>
        ))}
      </ul>
    </aside>
  )
}

type PreviewHeadProps = { info: EntryInfo; isBlind: boolean; onBlind: (isBlind: boolean) => void }

/** Number and title as on the jury's sheet; above it the owner's switch and the way back. */
function PreviewHead({ info, isBlind, onBlind }: PreviewHeadProps) {
  const { t } = useTranslation('entrant')
  const isOwner = info.projection === 'owner'
  const number = isOwner ? t('preview.number') : `#${info.judging_no.replace(/^#/, '')}`
  return (
    <>
      {isOwner && (
        <div className={styles.bar}>
          <Switch
            checked={isBlind}
            onChange={({ target }) => onBlind(target.checked)}
            label={<strong>{t('preview.blind')}</strong>}
            hint={t(isBlind ? 'preview.blindHelp' : 'preview.openHelp')}
          />
          <LinkButton
            to={info.is_editable ? paths.steps({ id: info.apply_order_id }) : paths.account()}
          >
            {t(info.is_editable ? 'preview.edit' : 'footer.account')}
          </LinkButton>
        </div>
      )}
      <PageHeader
        eyebrow={`${number} · ${info.category.name}`}
        title={info.answers.title || t('untitled')}
        lead={t('preview.asJuror')}
      />
    </>
  )
}

const questionsOf = (info: EntryInfo) => (info.projection === 'owner' && info.questions) || []

/** The criteria of the category stand in the list of categories. */
export const loader = () => callApi(publication.category, {})

/** The entry as jurors see it; its owner can also look at what is hidden from them. */
export function Component() {
  const groups = useCategories(useLoaderData<Category[]>())
  const [search, setSearch] = useSearchParams()
  const id = search.get('id') ?? ''
  const query = useApiQuery(entries.info, { apply_order_id: id }, { skip: !id })
  const isBlind = search.get('names') !== '1'
  const categoryOf = (info: EntryInfo) =>
    groups.flatMap(({ children }) => children).find((one) => one.id === info.category.id)
  return (
    <Page>
      {id ? (
        <QueryState query={query} missing={<NoEntry />}>
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
                    <HiddenAnswers
                      answers={info.answers}
                      files={info.files}
                      questions={questionsOf(info)}
                      answerFiles={info.answer_files ?? []}
                    />
                  )}
                  <OwnEntryDetail
                    answers={{ ...blindAnswers(info.answers), questions: info.answers.questions }}
                    questions={questionsOf(info)}
                    answerFiles={(info.projection === 'owner' && info.answer_files) || []}
                    files={info.files}
                    section={info.section.name}
                  />
                </div>
                <PreviewCriteria category={categoryOf(info)} />
              </div>
            </>
          )}
        </QueryState>
      ) : (
        <NoEntry />
      )}
    </Page>
  )
}
