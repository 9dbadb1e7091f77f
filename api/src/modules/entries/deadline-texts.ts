import type { Language } from '@awards/shared/domain'

type Texts = {
  closed: string
  inGrace: string
  kept: string
  nextCall: string
  noNextCall: string
  opens: string
  correctionOver: string
}

/** Sentences with a date in them: a catalogue of the browser cannot know them. */
export const DEADLINE_TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    closed: 'Entries closed on {{date}}.',
    inGrace: 'You can still hand this entry in until {{until}}; your last changes go with it.',
    kept: 'What you wrote is kept in your account.',
    nextCall: 'The next call opens on {{next}}.',
    noNextCall: 'The date of the next call will be announced on this site.',
    opens: 'No call for entries is open at the moment.',
    correctionOver:
      'The time to correct this entry ended on {{date}}. What you handed in is kept; contact us if you still need to change it.',
  },
  fr: {
    closed: 'Les inscriptions ont été closes le {{date}}.',
    inGrace:
      'Vous pouvez encore déposer cette candidature jusqu’au {{until}} ; vos dernières modifications seront prises en compte.',
    kept: 'Ce que vous avez écrit est conservé dans votre compte.',
    nextCall: 'Le prochain appel à candidatures ouvre le {{next}}.',
    noNextCall: 'La date du prochain appel sera annoncée sur ce site.',
    opens: 'Aucun appel à candidatures n’est ouvert en ce moment.',
    correctionOver:
      'Le délai pour corriger cette candidature a pris fin le {{date}}. Ce que vous avez déposé est conservé ; écrivez-nous si une modification reste nécessaire.',
  },
  zh: {
    closed: '报名已于{{date}}截止。',
    inGrace: '您仍可在{{until}}之前提交此作品，最后的修改将一并提交。',
    kept: '您填写的内容已保存在您的账户中。',
    nextCall: '下一届征集将于{{next}}开放。',
    noNextCall: '下一届征集的日期将在本网站公布。',
    opens: '目前没有开放的作品征集。',
    correctionOver:
      '此作品的更正期限已于{{date}}结束。您已提交的内容仍然保留；如仍需修改，请与我们联系。',
  },
}

/** Sentences joined as the language joins them, with their values filled in. */
export function sentences(
  language: Language,
  parts: readonly (keyof Texts)[],
  values: Readonly<Record<string, string>>,
): string {
  const texts = DEADLINE_TEXTS[language]
  return parts
    .map((part) => texts[part].replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? ''))
    .join(language === 'zh' ? '' : ' ')
}
