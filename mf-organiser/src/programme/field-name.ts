import { useTranslation } from 'react-i18next'

/** Where the words of a part of a path stand: fields, languages, and what lists of a season are told apart by. */
const WORDS = ['field', 'language', 'phase', 'period', 'sections'] as const

/** The words of a field's path: `title.fr` is *Title, French*. A code that nobody has named stays a code. */
export function useFieldName() {
  const { t, i18n } = useTranslation('organiser')
  const named = (part: string) => {
    const key = WORDS.map((words) => `programme.${words}.${part}`).find((one) =>
      i18n.exists(one, { ns: 'organiser' }),
    )
    return key ? t(key) : part
  }
  return (path: string) =>
    path
      .split('.')
      .filter((part) => part !== 'list')
      .map(named)
      .join(', ')
}
