import { brandOf, LANGUAGE_TAGS, type Language } from '@awards/shared/domain'
import { escapeHtml } from '../../../api/src/lib/markup.ts'

type Texts = { title: string; ask: string; button: string; expired: string; next: string }

const TEXTS: Record<Language, Texts> = {
  en: {
    title: 'Previews for staff',
    ask: 'This browser will be able to open previews of this site for eight hours. The link works once.',
    button: 'Continue in this browser',
    expired: 'This link has been used, or its ten minutes are over.',
    next: 'Ask for a new one and open it here.',
  },
  fr: {
    title: 'Aperçus pour l’équipe',
    ask: 'Ce navigateur pourra ouvrir les aperçus de ce site pendant huit heures. Le lien fonctionne une seule fois.',
    button: 'Continuer dans ce navigateur',
    expired: 'Ce lien a déjà été utilisé, ou ses dix minutes sont écoulées.',
    next: 'Demandez-en un nouveau et ouvrez-le ici.',
  },
  zh: {
    title: '工作人员预览',
    ask: '此浏览器将在八小时内可以打开本站的预览版本。链接只能使用一次。',
    button: '在此浏览器中继续',
    expired: '此链接已被使用，或已超过十分钟的有效期。',
    next: '请索取新的链接并在此打开。',
  },
}

const STYLE =
  'body{margin:0;min-height:100vh;display:grid;place-items:center;background:#fff;color:#1a1a1a;' +
  'font:1rem/1.5 system-ui,sans-serif}main{max-width:26rem;padding:2rem}h1{font-size:1.5rem}' +
  `button{font:inherit;padding:.75rem 1.25rem;border:0;background:${brandOf('').action};color:#fff;cursor:pointer}` +
  'button:focus-visible{outline:3px solid #1a1a1a;outline-offset:2px}'

type Page = {
  readonly language: Language
  readonly nonce: string
  readonly link: string | undefined
}

/** A page with one button that POSTs: a GET by a mail scanner does not use the link up. */
export function staffPage({ language, nonce, link }: Page): string {
  const texts = TEXTS[language]
  const body = link
    ? `<p>${texts.ask}</p><form method="post"><input type="hidden" name="link" value="${escapeHtml(link)}">` +
      `<button>${texts.button}</button></form>`
    : `<p>${texts.expired} ${texts.next}</p>`
  return (
    `<!doctype html><html lang="${LANGUAGE_TAGS[language]}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="robots" content="noindex"><title>${texts.title}</title>` +
    `<style nonce="${nonce}">${STYLE}</style></head>` +
    `<body><main><h1>${texts.title}</h1>${body}</main></body></html>`
  )
}
