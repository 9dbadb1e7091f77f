import type { EntryInfo } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { LinkButton, Page, PageHeader, QueryView } from '@awards/shared/ui'
import { Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useEntryInfoQuery } from '../entrant.api.ts'
import { EntrySheet } from './entry-sheet.tsx'
import styles from './preview.module.css'

/** The entry as jurors see it; its owner can also look at it with all names. */
export function Component() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('id') ?? ''
  const query = useEntryInfoQuery({ apply_order_id: id })
  const isBlind = search.get('names') !== '1'
  return (
    <Page>
      <QueryView query={query}>
        {(info) => (
          <>
            <Head
              info={info}
              isBlind={isBlind}
              onBlind={(blind) => setSearch(blind ? { id } : { id, names: '1' }, { replace: true })}
            />
            <EntrySheet
              answers={info.answers}
              files={info.files}
              isBlind={isBlind || info.projection === 'juror'}
            />
          </>
        )}
      </QueryView>
    </Page>
  )
}

type HeadProps = { info: EntryInfo; isBlind: boolean; onBlind: (isBlind: boolean) => void }

function Head({ info, isBlind, onBlind }: HeadProps) {
  const { t } = useTranslation('entrant')
  const isOwner = info.projection === 'owner'
  const number = isOwner ? (isBlind ? t('preview.number') : info.entry_no) : info.judging_no
  return (
    <>
      {isOwner && (
        <div className={styles.bar}>
          <label className={styles.toggle}>
            <Switch checked={isBlind} onChange={onBlind} />
            <span>
              <strong>{t('preview.blind')}</strong>
              <span className={styles.help}>
                {t(isBlind ? 'preview.blindHelp' : 'preview.openHelp')}
              </span>
            </span>
          </label>
          {info.is_editable && (
            <LinkButton to={paths.steps({ id: info.apply_order_id })}>
              {t('preview.edit')}
            </LinkButton>
          )}
        </div>
      )}
      <PageHeader
        eyebrow={`${number} · ${info.category.name} · ${info.section.name}`}
        title={info.answers.title || t('untitled')}
        lead={info.answers.title_local}
      />
    </>
  )
}
