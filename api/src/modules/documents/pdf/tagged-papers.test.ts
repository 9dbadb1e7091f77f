import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { readStructure, textOf, uaProblems, withRole } from '../../../../test/pdf-ua.ts'
import type { WithdrawalReceipt } from '../../privacy/withdrawal-receipt.ts'
import type { CertificateContent, InvoiceDocument, Party } from '../documents.types.ts'
import { draw, type Drawing } from './drawing.ts'
import { fontLibrary } from './fonts.ts'
import type { Receipt } from './receipt-pdf.ts'

const folder = await mkdtemp(join(tmpdir(), 'fonts-'))
const fonts = await fontLibrary(folder)
afterAll(() => rm(folder, { recursive: true, force: true }))

const SELLER: Party = {
  name: 'Atelier Brumaire & Cie',
  address: '3 rue des Tanneurs',
  city: 'Lyon',
  postal_code: '69001',
  country: 'FR',
  details: ['SIREN 552 100 554', 'TVA FR40552100554'],
}
const BUYER: Party = {
  ...SELLER,
  name: '北京山水设计工作室',
  city: '北京',
  country: 'CN',
  details: [],
}
const REVERSED = 'Autoliquidation - art. 283-2 CGI, art. 44 et 196 directive 2006/112/CE'

const lineOf = (number: number) => ({
  label: `Frais d’inscription ${number}`,
  detail: `Ondine ${number} · 翁蒂娜, mobilier urbain, A27-${number}`,
  quantity: 1,
  list_net: 30_000,
  net: 26_000,
  vat: 5_200,
  rate_percent: 20,
  mention: null,
})
const invoiceOf = (lines: number, more: Partial<InvoiceDocument> = {}): InvoiceDocument => ({
  kind: 'invoice',
  number: 'AB-2027-0001',
  issued_at: '2027-01-31T09:00:00Z',
  issued_on: '2027-01-31',
  service_on: '2027-01-30',
  due_on: '2027-02-28',
  seller: SELLER,
  buyer: { ...BUYER, po_number: 'PO-7' },
  buyer_kind: 'business',
  delivery: { ...BUYER, name: 'Entrepôt de Lyon' },
  lines: Array.from({ length: lines }, (_, index) => lineOf(index + 1)),
  vat_lines: [
    { rate_percent: 20, mention: null, net_minor: 26_000, vat_minor: 5_200 },
    { rate_percent: 0, mention: REVERSED, net_minor: 26_000, vat_minor: 0 },
  ],
  net: 26_000 * lines,
  vat: 5_200,
  gross: 31_200,
  currency: 'CNY',
  vat_eur: 5_200,
  terms: [{ fr: 'Paiement à réception.', en: 'Payment on receipt.' }],
  order_no: 'GA27000001',
  paid: { at: '2027-01-31', text: 'payée le 31 janvier 2027 / paid on 31 January 2027' },
  bank: null,
  ...more,
})

const RECEIPT: Receipt = {
  number: 'REC-GA27000001',
  seller: SELLER,
  payer: BUYER,
  order_no: 'GA27000001',
  subject: { fr: 'Frais d’inscription', en: 'Entry fee' },
  entries: ['Ondine (A27-1)', '翁蒂娜 (A27-2)'],
  channel: { fr: 'WeChat Pay', en: 'WeChat Pay' },
  currency: 'EUR',
  is_duplicate: true,
  invoice: 'AB-2027-0001',
  paid: 31_200,
  refunded: 1_200,
  facts: (['payment', 'refund'] as const).map((kind) => ({
    kind,
    amount_minor: kind === 'payment' ? 31_200 : 1_200,
    reference: `4200-${kind}`,
    at: {
      iso: '2027-01-31T09:00:00Z',
      fr: '31 janvier 2027 à 10:00',
      en: '31 January 2027, 10:00',
    },
    charged: { amount_minor: 245_000, currency: 'CNY', rate: '7.85' },
  })),
}

const certificateIn = (lang: 'fr' | 'en'): CertificateContent => ({
  lang,
  number: 'C-A27-1',
  programme: { fr: 'Prix Brumaire', en: 'Brumaire Award' },
  edition: { fr: 'Édition 2027', en: 'Edition 2027' },
  year: 2027,
  primary_colour: '#b81c1b',
  level: { fr: 'Or', en: 'Gold' },
  entry_title:
    'Une bibliothèque des brumes au bord du fleuve, pour tout le quartier et ses enfants',
  title_local: '雾中图书馆',
  holder: '株式会社 令和工房',
  designers: ['高橋 真', 'Hélène Fœuvre'],
  country: { fr: 'Japon', en: 'Japan' },
  category: { fr: 'Bâtiments publics', en: 'Public buildings' },
  section: { fr: 'Architecture', en: 'Architecture' },
  organiser: 'Atelier Brumaire',
  place: 'Lyon',
  issued_at: new Date('2027-06-01T12:00:00Z'),
  signatures: [
    { name: 'Ada Lovel', role: { fr: 'Présidente', en: 'President' } },
    { name: 'Jean Prieur', role: { fr: 'Directeur', en: 'Director' } },
  ],
  verify_url: 'https://award.example.org/verify/C-A27-1',
  script: 'jp',
})

const withdrawalIn = (language: 'en' | 'fr' | 'zh'): WithdrawalReceipt => ({
  language,
  reference: 'W-GA27000001',
  received_at: '2027-01-31T09:00:00Z',
  time_zone: 'Europe/Paris',
  trader: SELLER,
  consumer: {
    name: 'Jeanne Brumaire',
    address: ['3 rue des Tanneurs', '69001 Lyon'],
    email: 'j@example.org',
  },
  contract: {
    order_no: 'GA27000001',
    entry_no: 'A27-1',
    title: 'Ondine <翁蒂娜>',
    fee_type: 1,
    amount: 31_200,
    currency: 'EUR',
    paid_at: '2027-01-30T09:00:00Z',
  },
})

const BANK = {
  holder: 'Atelier Brumaire',
  iban: 'FR7630006000011234567890189',
  bic: 'AGRIFRPP',
  reference: 'GA27000001',
}
const XML = '<?xml version="1.0"?><invoice/>'
const invoice = (content: InvoiceDocument, xml: string | null = null): Drawing => ({
  kind: 'invoice',
  content,
  xml,
})

/** Every kind of paper, in every language that it has. */
const PAPERS: Readonly<Record<string, Drawing>> = {
  'an invoice with its XML': invoice(invoiceOf(1), XML),
  'an invoice of several pages': invoice(invoiceOf(30), XML),
  'a credit note': invoice(
    invoiceOf(1, {
      kind: 'credit_note',
      cancels: 'AB-2027-0001',
      reason: { fr: 'Retrait', en: 'Withdrawal' },
      paid: null,
    }),
    XML,
  ),
  'a proforma': invoice(
    invoiceOf(1, { kind: 'proforma', currency: 'EUR', paid: null, bank: BANK }),
  ),
  'a receipt': { kind: 'receipt', content: RECEIPT },
  'a certificate in French': { kind: 'certificate', content: certificateIn('fr') },
  'a certificate in English': { kind: 'certificate', content: certificateIn('en') },
  'a withdrawal in English': { kind: 'withdrawal', content: withdrawalIn('en') },
  'a withdrawal in French': { kind: 'withdrawal', content: withdrawalIn('fr') },
  'a withdrawal in Chinese': { kind: 'withdrawal', content: withdrawalIn('zh') },
}

async function drawn(name: string): Promise<{ pdf: Buffer; page: string }> {
  const paper = PAPERS[name]
  if (!paper) throw new Error(`There is no paper ${name}`)
  const { pdf, page = '' } = await draw(fonts, { fonts: folder, draw: paper })
  return { pdf: Buffer.from(pdf ?? []), page }
}

const bare = (text: string) => text.normalize('NFKC').replaceAll(/\s/g, '')
const textOfPage = (page: string) =>
  page
    .replace(/^.*<body>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

test.each(Object.keys(PAPERS))('%s is tagged, and its web page says the same', async (name) => {
  proves('wcag 1.3.1', 'wcag 1.3.2')
  const { pdf, page } = await drawn(name)
  expect(await uaProblems(pdf)).toEqual([])
  const pages = await readStructure(pdf)
  expect(withRole(pages, 'H1')).toHaveLength(1)
  expect(bare(textOfPage(page))).toBe(bare(pages.map(textOf).join('')))
  expect(page).not.toMatch(/<script|<link|src=/)
})

test('a screen reader reads an invoice as a table with heads, and English as English', async () => {
  proves('wcag 3.1.2')
  const pages = await readStructure((await drawn('an invoice of several pages')).pdf)
  const rows = withRole(withRole(pages, 'Table'), 'TR')
  const heads = rows.find((row) => textOf(row).includes('Désignation'))
  expect(heads?.children.map(textOf).map(bare)).toEqual([
    'DésignationDescription',
    'QuantitéQuantity',
    'PrixunitaireHTUnitprice',
    'TVAVAT',
    'MontantHTNetamount',
  ])
  const lines = rows.filter((row) => textOf(row).includes('Ondine'))
  expect(lines).toHaveLength(30)
  expect(lines.every((row) => row.children.length === 5)).toBe(true)
  const english = withRole(pages, 'Span').filter(({ lang }) => lang === 'en')
  expect(english.map((one) => textOf(one).trim())).toEqual(
    expect.arrayContaining(['Invoice', 'Unit price', 'Billed to']),
  )
  // The heads that repeat on a further page are no part of what is read.
  expect(pages.map(textOf).join('').split('Désignation')).toHaveLength(2)
})

test('a web page of a paper writes what entrants wrote as text', async () => {
  const { page } = await drawn('a withdrawal in French')
  expect(page).toContain('Ondine &lt;翁蒂娜&gt;')
  expect(page).toMatch(/^<!doctype html><html lang="fr/)
})

/** A file by pdfkit alone, as a paper would be with one thing left out. */
function flawed(build: (document: PDFKit.PDFDocument) => void, tagged = true): Promise<Buffer> {
  const document = new PDFDocument({
    tagged,
    lang: 'fr-FR',
    displayTitle: true,
    subset: 'PDF/A-2b',
    pdfVersion: '1.7',
    info: { Title: 'Essai' },
  })
  document.registerFont('own', fonts.bytes('roboto-latin-400-normal')).font('own')
  build(document)
  const chunks: Buffer[] = []
  return new Promise((resolve) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.end()
  })
}

test('the checker finds what is wrong', async () => {
  const text = (document: PDFKit.PDFDocument) => () => void document.text('Texte')
  const struct = (document: PDFKit.PDFDocument, role: string, options: object = {}) => {
    const element = document.struct(role, options, [text(document)])
    document.addStructure(element)
  }
  const problemsOf = async (build: (document: PDFKit.PDFDocument) => void, tagged?: boolean) =>
    (await uaProblems(await flawed(build, tagged))).join('\n')

  expect(await problemsOf((document) => text(document)())).toMatch(
    /5: .*\n7\.1: content is neither/,
  )
  expect(await problemsOf((document) => text(document)(), false)).toMatch(
    /6\.2: .*\n7\.1: there is no/,
  )
  expect(await problemsOf((document) => struct(document, 'H2'))).toContain('7.4.2')
  expect(await problemsOf((document) => struct(document, 'Figure'))).toContain('7.3')
  expect(await problemsOf((document) => struct(document, 'Quux'))).toContain('unknown role')
  expect(
    await problemsOf((document) => {
      const table = document.struct('Table')
      document.addStructure(table)
      const row = document.struct('TR')
      table.add(row)
      row.add(document.struct('TH', {}, [text(document)]))
      table.end()
    }),
  ).toContain('7.5: a header has no scope')
})
