import { LANGUAGE_TAGS, type Language } from '@awards/shared/domain'

type State = 'ask' | 'stopped' | 'unknown'
type Texts = Record<State | 'title' | 'button', string>

const TEXTS: Record<Language, Texts> = {
  en: {
    title: 'Reminders to the jury',
    ask: 'You will get no more reminders of entries that are left to review. Other mails still reach you.',
    button: 'Stop the reminders',
    stopped: 'You will get no more reminders. Your list of entries stays as it is.',
    unknown: 'This link is not complete. Open it again from the last reminder.',
  },
  fr: {
    title: 'Rappels au jury',
    ask: 'Vous ne recevrez plus de rappels des candidatures à évaluer. Les autres messages vous parviendront toujours.',
    button: 'Arrêter les rappels',
    stopped: 'Vous ne recevrez plus de rappels. Votre liste de candidatures reste inchangée.',
    unknown: 'Ce lien est incomplet. Ouvrez-le de nouveau depuis le dernier rappel.',
  },
  zh: {
    title: '评审提醒',
    ask: '您将不再收到待评审作品的提醒，其他邮件仍会正常发送。',
    button: '停止提醒',
    stopped: '您将不再收到提醒。您的作品列表保持不变。',
    unknown: '此链接不完整。请从最近一封提醒邮件中重新打开。',
  },
}

const STYLE =
  'body{margin:0;min-height:100vh;display:grid;place-items:center;background:#fff;color:#1a1a1a;' +
  'font:1rem/1.5 system-ui,sans-serif}main{max-width:26rem;padding:2rem}h1{font-size:1.5rem}' +
  'button{font:inherit;padding:.75rem 1.25rem;border:0;background:#D92322;color:#fff;cursor:pointer}' +
  'button:focus-visible{outline:3px solid #1a1a1a;outline-offset:2px}'

/** The page behind the link of a reminder. */
export function stopRemindersPage(language: Language, nonce: string, state: State): string {
  const texts = TEXTS[language]
  const form = state === 'ask' ? `<form method="post"><button>${texts.button}</button></form>` : ''
  return (
    `<!doctype html><html lang="${LANGUAGE_TAGS[language]}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="robots" content="noindex"><title>${texts.title}</title>` +
    `<style nonce="${nonce}">${STYLE}</style></head>` +
    `<body><main><h1>${texts.title}</h1><p>${texts[state]}</p>${form}</main></body></html>`
  )
}
