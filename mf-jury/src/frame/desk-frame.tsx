import { useApiQuery } from '@awards/shared/client'
import { judge, subjudges } from '@awards/shared/contract'
import { useCurrentUser } from '@awards/shared/session'
import { DeskMenu, type DeskView } from '@awards/shared/ui'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useShortcuts } from '@awards/shared/browser/use-shortcuts'
import styles from './desk-frame.module.css'
import { KeysDialog, keysDialog, type KeyGroups } from './keys-dialog.tsx'
import './register-texts.ts'

/** Few open it in a visit: its code comes with the first press. */
const Palette = lazy(() => import('./palette/palette.tsx').then((m) => ({ default: m.Palette })))

/** The id of the field that `/` leads to, where a page has one. */
export const DESK_SEARCH = 'desk-search'

type DeskFrameProps = {
  /** The views of the desk, for its bar. */
  views?: readonly DeskView[]
  /** The view on screen, or the one that the page belongs to. */
  current?: string
  /** What the keys do here; left out where the page tells it itself. */
  keys?: KeyGroups
}

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** Name of the season: the one in the address, or the one that is going on. */
function useSeason(isChair: boolean): string | undefined {
  const [search] = useSearchParams()
  const { data } = useApiQuery(isChair ? judge.getPhase : subjudges.getPhase)
  const wanted = search.get('edition_id')
  const chosen = data?.list.find(({ edition }) => edition.id === wanted)
  return (chosen ?? data?.current)?.edition.name
}

/**
 * The desk's part of the bar: whose desk it is and of which season, its views, the search and the keys. It is one stop
 * of the tab key; left and right go on in it.
 */
export function DeskFrame({ views, current, keys }: DeskFrameProps) {
  const { t } = useTranslation(['juryframe', 'jurydesk'])
  const user = useCurrentUser()
  const identity = user?.identity ?? 2
  const season = useSeason(identity === 1)
  const [palette, setPalette] = useState<'unused' | 'open' | 'closed'>('unused')
  const of = current === undefined ? {} : { current }
  const find = () => setPalette('open')
  useShortcuts({
    'mod+k': find,
    '/': () => {
      const field = document.getElementById(DESK_SEARCH)
      if (field instanceof HTMLInputElement) {
        field.focus()
        field.select()
      } else find()
    },
  })
  return (
    <>
      <DeskMenu
        label={t('bar')}
        desk={{ name: t(`role.${identity}`), season, to: user?.home_route ?? '/' }}
        {...(views && { views: { label: t('jurydesk:view.label'), list: views, ...of } })}
      >
        <button
          type="button"
          className={styles.search}
          aria-keyshortcuts="Control+K Meta+K"
          aria-haspopup="dialog"
          onClick={find}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <circle cx="10.5" cy="10.5" r="6.5" />
            <path d="M15.5 15.5 21 21" />
          </svg>
          <span className={styles.word}>{t('search')}</span>
          <kbd aria-hidden="true">{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
        </button>
        <button
          type="button"
          className={styles.keys}
          aria-label={t('keysAndHelp')}
          aria-keyshortcuts="?"
          aria-haspopup="dialog"
          onClick={keysDialog.open}
        >
          ?
        </button>
      </DeskMenu>
      {keys && <KeysDialog namespace="juryframe" groups={keys} />}
      {palette !== 'unused' && (
        <Suspense>
          <Palette isOpen={palette === 'open'} onClose={() => setPalette('closed')} />
        </Suspense>
      )}
    </>
  )
}
