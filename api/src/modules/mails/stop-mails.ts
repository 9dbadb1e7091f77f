import type { FastifyInstance } from 'fastify'
import { stopLink, stopPage, type StopTexts } from '../../http/stop-page.ts'
import type { AppContext } from '../../start/app-context.ts'
import type { Config } from '../../start/config.ts'
import { broadcastsRepository } from './broadcasts.repository.ts'

const TEXTS: StopTexts = {
  en: {
    title: 'Mails to your account',
    confirm:
      'You will get no more mails of this kind. Those that your entries need still reach you: receipts, corrections, results.',
    button: 'Stop these mails',
    stopped: 'You will get no more mails of this kind. What your entries need still reaches you.',
    unknown: 'This link is not complete. Open it again from the last mail.',
  },
  fr: {
    title: 'Messages à votre compte',
    confirm:
      'Vous ne recevrez plus de messages de ce genre. Ceux dont vos candidatures ont besoin vous parviendront toujours\u00A0: reçus, corrections, résultats.',
    button: 'Arrêter ces messages',
    stopped:
      'Vous ne recevrez plus de messages de ce genre. Ce dont vos candidatures ont besoin vous parviendra toujours.',
    unknown: 'Ce lien est incomplet. Ouvrez-le de nouveau depuis le dernier message.',
  },
  zh: {
    title: '发送到您账户的邮件',
    confirm: '您将不再收到此类邮件。与您的参赛作品有关的邮件仍会发送：收据、修改通知、评审结果。',
    button: '停止接收此类邮件',
    stopped: '您将不再收到此类邮件。与您的参赛作品有关的邮件仍会发送。',
    unknown: '此链接不完整。请从最近一封邮件中重新打开。',
  },
}

const LINK = { path: '/api/mails/stop', purpose: 'mails' } as const

/** Signed link that ends mails to an account that the contract does not need. */
export const stopMailsLink = (config: Config, userId: string): string =>
  stopLink(config, LINK, userId)

/** The page that the link opens, and what a mail client posts to when its own button is pressed (RFC 8058). */
export function stopMailsRoutes(app: FastifyInstance, { config, db, clock }: AppContext) {
  const stop = (userId: string) => broadcastsRepository(db).stopMails(userId, clock())
  stopPage(app, config, { ...LINK, texts: TEXTS, stop })
}
