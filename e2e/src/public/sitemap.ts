import { addressIn, LANGUAGES, readAddress, type Language } from '@awards/shared/domain'

/** A public page: where it stands in each language, without the origin. */
export type PageAddresses = Record<Language, string>

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))

async function read(url: string): Promise<string> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return answer.text()
}

/** The pages that the sitemap names, in its order; a map of maps is followed. */
export async function addressesOf(site: string): Promise<PageAddresses[]> {
  const map = await read(`${site}/sitemap.xml`)
  const parts = map.includes('<sitemapindex')
    ? await Promise.all(locations(map).map((url) => read(site + new URL(url).pathname)))
    : [map]
  const paths = new Set(
    parts.flatMap(locations).map((url) => readAddress(new URL(url).pathname).path),
  )
  return [...paths].map(
    (path) =>
      Object.fromEntries(
        LANGUAGES.map((language) => [language, addressIn(language, path)]),
      ) as PageAddresses,
  )
}
