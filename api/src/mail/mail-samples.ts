import type { Language } from '@awards/shared/domain'
import { formatDay, formatDateTime, formatMoney } from '../lib/format.ts'
import { MAIL_TEXTS } from './mail-texts.ts'
import type { MailParams } from './render-mail.ts'

const CLOSE = new Date('2027-01-31T22:59:59Z')
const ZONE = 'Europe/Paris'

const CATEGORIES: Record<Language, readonly [string, string]> = {
  en: ['Furniture', 'Lighting'],
  fr: ['Mobilier', 'Luminaire'],
  zh: ['家具', '照明'],
}
const NOTES: Record<Language, string> = {
  en: 'The third picture shows another work. Please replace it.',
  fr: 'La troisième image montre un autre travail. Merci de la remplacer.',
  zh: '第三张图片展示的是另一件作品，请更换。',
}

const AWARDS: Record<Language, string> = { en: 'Gold', fr: 'Or', zh: '金奖' }
const FEES: Record<Language, string> = { en: 'Entry fee', fr: 'Frais d’inscription', zh: '参赛费' }

/** Sample values for every placeholder of every mail; no real data. */
export function mailSamples(language: Language, site: string, programme: string): MailParams {
  const { words } = MAIL_TEXTS[language]
  const [furniture, lighting] = CATEGORIES[language]
  const money = (amount: number) => formatMoney(amount, 'EUR', language)
  const closes = formatDateTime(CLOSE, language, ZONE)
  return {
    site,
    programme,
    name: 'Anne Brumaire',
    email: 'anne@example.org',
    studio: 'Studio Brumaire',
    works: words.all_works,
    role: words.role_editor,
    passkey: 'MacBook',
    organisation: 'École des Arts',
    key: 'Archive',
    endpoint: 'Archive',
    days: 3,
    code: '482 016',
    minutes: 10,
    title: 'Ondine',
    entry_no: 'AB27-MOB-0042',
    apply_order_id: '1001',
    entries: [
      ['AB27-MOB-0042', furniture, money(31200)].join('	'),
      ['AB27-LUM-0007', lighting, money(16800)].join('	'),
    ].join('\n'),
    drafts: [
      ['AB27-MOB-0042', 'Ondine', words.to_submit].join('	'),
      ['AB27-LUM-0007', 'Ondine', words.to_pay].join('	'),
    ].join('\n'),
    total: money(48e3),
    amount: money(31200),
    pay_until: closes,
    closes,
    due: closes,
    day: formatDay(CLOSE, language, ZONE),
    note: NOTES[language],
    reference: 'AB270131K7Q2MZ8P',
    award: AWARDS[language],
    count: 12,
    remote: 'mf-jury',
    version: '1.4.0',
    baseline: '1.3.2',
    channel: 'production',
    figures: 'failed_views 2.41 % beside 0.28 % (of 540 and 4860)',
    home: '/subjuryreview',
    stop: '/api/jury/reminders?t=1',
    invitation: 'J-7F2KQ9WZ4T8MXB3HVN6RDP5YGC',
    number: 'AB-AV-2027-000003',
    cancels: 'AB-2027-000042',
    received: closes,
    paid: closes,
    until: closes,
    at: closes,
    order_no: 'AB270131K7Q2MZ8P',
    fee: FEES[language],
    subject: 'Ondine',
    message: NOTES[language],
    body: NOTES[language],
    action: words.broadcast_drafts,
    page: '/account',
    reply_to: 'anne@example.org',
  }
}
