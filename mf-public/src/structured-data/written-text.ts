import type { Language } from '@awards/shared/domain'
import { LANGUAGE_TAGS } from '@awards/shared/i18n'
import { pageAddress, organiser } from './schema-org.ts'

type WrittenText = { title: string; path: string; version: string; effective_at: string }

/** A versioned text of the organiser, such as the regulations or a policy, as a schema.org WebPage. */
export const writtenText = (
  { title, path, version, effective_at }: WrittenText,
  language: Language,
): object => ({
  '@context': 'https://schema.org',
  '@type': 'WebPage',
  name: title,
  url: pageAddress(path, language),
  inLanguage: LANGUAGE_TAGS[language],
  version,
  datePublished: effective_at,
  publisher: organiser(language),
})
