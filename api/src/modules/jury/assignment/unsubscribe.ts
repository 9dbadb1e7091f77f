import type { FastifyInstance } from 'fastify'
import { stopLink, stopPage, type StopTexts } from '../../../http/stop-page.ts'
import type { AppContext } from '../../../start/app-context.ts'
import type { Config } from '../../../start/config.ts'
import { workloadRepository } from './workload.repository.ts'

const TEXTS: StopTexts = {
  en: {
    title: 'Reminders to the jury',
    confirm:
      'You will get no more reminders of entries that are left to review. Other mails still reach you.',
    button: 'Stop the reminders',
    stopped: 'You will get no more reminders. Your list of entries stays as it is.',
    unknown: 'This link is not complete. Open it again from the last reminder.',
  },
  fr: {
    title: 'Rappels au jury',
    confirm:
      'Vous ne recevrez plus de rappels des candidatures à évaluer. Les autres messages vous parviendront toujours.',
    button: 'Arrêter les rappels',
    stopped: 'Vous ne recevrez plus de rappels. Votre liste de candidatures reste inchangée.',
    unknown: 'Ce lien est incomplet. Ouvrez-le de nouveau depuis le dernier rappel.',
  },
  zh: {
    title: '评审提醒',
    confirm: '您将不再收到待评审作品的提醒，其他邮件仍会正常发送。',
    button: '停止提醒',
    stopped: '您将不再收到提醒。您的作品列表保持不变。',
    unknown: '此链接不完整。请从最近一封提醒邮件中重新打开。',
  },
}

const LINK = { path: '/api/jury/reminders', purpose: 'jury-reminders' } as const

/** Signed link that stops a juror's reminders and nothing else. */
export const unsubscribeLink = (config: Config, jurorId: string): string =>
  stopLink(config, LINK, jurorId)

/** The page that the link opens. */
export function unsubscribeRoutes(app: FastifyInstance, { config, db }: AppContext) {
  const stop = (jurorId: string) => workloadRepository(db).stopReminders(jurorId)
  stopPage(app, config, { ...LINK, texts: TEXTS, stop })
}
