import { useInsertionEffect } from 'react'
import { releaseOfPath } from '@awards/shared/releases'
import { loadedVersion, remoteStore } from '../remote-store.ts'

/** The remote whose page stands in the document, and its version as far as it is known. */
let shown: { readonly name: string; readonly version: string | undefined } | undefined

function isShown(href: string): boolean {
  const release = releaseOfPath(href)
  if (!release) return true
  if (release.name !== shown?.name) return false
  return shown.version === undefined || release.version === shown.version
}

/** Only the styles of the shown release apply. The others are disabled instead of removed, so that coming back costs nothing. */
function apply() {
  // While another version is tried, the one that is on screen stays dressed.
  if (shown) shown = { ...shown, version: loadedVersion(shown.name) ?? shown.version }
  for (const sheet of document.styleSheets) {
    if (sheet.href) sheet.disabled = !isShown(sheet.href)
  }
}

/** Keeps the styles of a remote to its own pages: whatever they say, they end where the remote does. */
export function useStylesOf(name: string) {
  useInsertionEffect(() => {
    shown = { name, version: undefined }
    apply()
    const forget = remoteStore.subscribe(apply)
    return () => {
      forget()
      if (shown?.name === name) shown = undefined
      apply()
    }
  }, [name])
}

/**
 * Styles that arrive before their page or after it has gone wait for it. Those of a page that the server
 * `rendered` are on screen from the start.
 */
export function watchStyles(rendered?: { readonly name: string; readonly version: string }) {
  if (rendered) shown = { name: rendered.name, version: rendered.version }
  const look = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') apply()
  }
  document.addEventListener('load', look, { capture: true })
}
