import { clientHost, connectClient, refreshOnFocus, siteConfiguration } from '@awards/shared/client'
import { followUserLanguage, registerNamespace, startI18n } from '@awards/shared/i18n'
import { createStore, selectUser, startSession } from '@awards/shared/session'
import { applyTheme } from '@awards/shared/theme'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { watchCrashes } from '../federation/crashes.ts'
import { discovery } from '../federation/discovery.ts'
import { watchFreshness } from '../federation/freshness.ts'
import { remotePages } from '../federation/remote-pages.ts'
import { createSiteRouter } from '../federation/remote-routes.ts'
import { watchStyles } from '../federation/remote-styles.ts'
import { siteMounts } from '../federation/site-mounts.ts'
import { styleNonce } from '../federation/style-nonce.ts'
import { sendOnLeave } from '../federation/telemetry.ts'
import { registerFederationTexts } from '../federation/texts.ts'
import { startPins } from '../qa/pins.ts'
import { languageOf } from './addresses.ts'
import { divertFor } from './divert.ts'
import { guard } from './guard.tsx'
import { siteRoutes } from './routes.tsx'
import { signStyles } from './sign-styles.ts'
import { Site } from './site.tsx'
import { withoutBase } from './without-base.ts'

/** Starts the site in `element`. Until the initial state is there, an empty placeholder stands in it. */
export async function startSite(element: HTMLElement) {
  const root = createRoot(element)
  watchCrashes()
  sendOnLeave()
  watchStyles()
  startPins()
  root.render(<div aria-busy="true" />)
  signStyles(styleNonce())
  const { base_path, primary_colour } = siteConfiguration()
  applyTheme(primary_colour)
  connectClient({
    language: () => i18next.language,
    currentPath: () => withoutBase(window.location),
    // Until the router runs, the place to go is remembered by the address alone.
    navigate: (path) => window.history.replaceState(null, '', base_path.replace(/\/$/, '') + path),
  })
  // A public page is shown in the language of its address, whoever reads it.
  const ofAddress = languageOf(window.location.pathname)
  const store = createStore()
  const pathname = clientHost().currentPath().split('?')[0] ?? '/'
  void registerNamespace('shell', (language) => import(`../locales/${language}.json`))
  const [document] = await Promise.all([
    // Without it the shell's own pages work, and each remote asks again.
    discovery().catch(() => undefined),
    startI18n(ofAddress)
      .then(registerFederationTexts)
      .then(() => i18next.loadNamespaces('shell')),
    startSession(store, pathname),
  ])
  const user = selectUser(store.getState())
  if (user && !ofAddress) await followUserLanguage(user.language)
  refreshOnFocus(store.dispatch)
  watchFreshness()
  const mounts = siteMounts(remotePages(document), guard, divertFor(store))
  const router = createSiteRouter(siteRoutes(mounts), mounts, { basename: base_path })
  root.render(<Site store={store} router={router} />)
}
