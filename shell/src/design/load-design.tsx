import type { Language } from '@awards/shared/domain'
import { loadLibraryLocale } from '@awards/shared/i18n'
import i18next from 'i18next'
import type { ComponentType } from 'react'
import type * as DesignModule from './design.tsx'

type Design = typeof DesignModule

let loading: Promise<Design> | undefined

async function load(): Promise<Design> {
  const [loaded] = await Promise.all([
    import(/* webpackChunkName: 'design' */ './design.tsx'),
    loadLibraryLocale(i18next.language as Language),
  ])
  await loaded.startToasts()
  return loaded
}

/**
 * Loads antd with the site's theme, its texts and its toasts: with the first page that needs it, or
 * with the first toast. After a failure the next call tries again.
 */
export function loadDesign(): Promise<Design> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Shows an error toast on any page; the first one loads antd. */
export function notify(text: string) {
  loadDesign().then(
    ({ showError }) => showError(text),
    // Nothing else can show it: the network that the text is about is away.
    () => console.error(text),
  )
}

/** Says on any page, and across the way to the next one, that something is done. */
export function notifySuccess(text: string) {
  loadDesign().then(
    ({ showSuccess }) => showSuccess(text),
    // The page itself shows it.
    () => undefined,
  )
}

/** A component inside of the design system, which loads beside it; `designedPart` of `@awards/shared/ui` asks for it. */
export async function withDesign<P extends object>(
  loading: Promise<ComponentType<P>>,
): Promise<ComponentType<P>> {
  const [Plain, { DesignSystem }] = await Promise.all([loading, loadDesign()])
  return (props) => (
    <DesignSystem>
      <Plain {...props} />
    </DesignSystem>
  )
}

type Page = { readonly Component: ComponentType }

/** A page that is made of antd: `lazy: () => pageWithDesign(import('./some.page.tsx'))`. */
export async function pageWithDesign<P extends Page>(loading: Promise<P>): Promise<P> {
  const Component = await withDesign(loading.then((page) => page.Component))
  return { ...(await loading), Component }
}
