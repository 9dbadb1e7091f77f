import type { DiscoveryDocument } from '@awards/shared/releases'
import { lazy, Suspense } from 'react'
import { render } from './render.tsx'

const REMOTE = 'mf-public'

/** Discovery with a release that brings this page and an entry of a menu for it. */
function discoveryWith(name: string): DiscoveryDocument {
  const path = `/${name}`
  const texts = { en: name, fr: name, zh: name }
  const release = {
    routes: [{ path, title: name, titles: texts, wrappers: [] }],
    menu: [{ place: 'footer', path, texts }],
  }
  const entry = { extras: { modulefederation: release } }
  return { microFrontends: { [REMOTE]: [entry] } } as unknown as DiscoveryDocument
}

/** A French page of a site of this name; it takes two passes, since a part of it comes a moment later. */
async function renderAbout(name: string) {
  const Late = lazy(async () => ({ default: () => <p>late</p> }))
  const AboutPage = () => (
    <Suspense>
      <Late />
    </Suspense>
  )
  const page = await render({
    path: '/about',
    search: '',
    language: 'fr',
    remote: { name: REMOTE, routes: [{ path: '/about', Component: AboutPage }] },
    discovery: discoveryWith(name),
    configuration: { programme_name: { en: name } },
    submitted: undefined,
    call: () => Promise.reject(new Error('This page asks for nothing.')),
  })
  if ('redirect' in page) throw new Error(`The page leads to ${page.redirect}.`)
  return page.html
}

test('of pages that are rendered at once each has the menu and the addresses of its own releases', async () => {
  const [own, other] = await Promise.all([renderAbout('deployed'), renderAbout('unreleased')])
  expect(own).toContain('<p>late</p>')
  expect(own).toContain('href="/fr/deployed"')
  expect(own).not.toContain('unreleased')
  expect(other).toContain('href="/fr/unreleased"')
  expect(other).not.toContain('deployed')
})
