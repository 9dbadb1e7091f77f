import { inLanguage, type Language } from '@awards/shared/domain'
import { tableCsv } from '../../lib/csv.ts'
import type { AppContext } from '../../start/app-context.ts'
import { languageOf } from '../accounts/account.mapper.ts'
import type { UserRow } from '../accounts/users.repository.ts'
import { exportJuryRepository, exportRepository, type PersonalRow } from './export.repository.ts'
import { withdrawalsRepository } from './withdrawals.repository.ts'

/** A file of the export: its text, or its storage key. */
export type ExportItem = { name: string; text: string } | { name: string; key: string }

/** Text files of the export: README, all data as JSON, and one CSV per table. */
export async function exportContent(
  { db, clock, config, identity }: AppContext,
  user: UserRow,
): Promise<ExportItem[]> {
  const own = exportRepository(db)
  const jury = exportJuryRepository(db)
  const tables: Record<string, PersonalRow[]> = {
    entries: await own.entries(user.id),
    payments: await own.payments(user.id),
    vat_checks: await own.vat_checks(user.id),
    consents: await own.consents(user.id),
    data_requests: await own.data_requests(user.id),
    sessions: await own.sessions(user.id),
    trusted_devices: await own.devices(user.id),
    passkeys: await own.passkeys(user.id),
    organisations: await own.organisations(user.id),
    keys: await own.keys(user.id),
    webhooks: await own.webhooks(user.id),
    activity: await own.activity(user.id),
    mails: await own.mails(user.id, user.email),
    codes: await own.codes(user.id),
    studio: await own.studio(user.id, user.email),
    comments: await jury.comments(user.id, config.secret),
    summaries: await jury.summaries(user.id),
    jury_assignments: await jury.assignments(user.id),
    jury_scores: await jury.scores(user.id),
    jury_conflicts: await jury.conflicts(user.id),
    jury_decisions: await jury.decisions(user.id),
    jury_discussions: await jury.discussions(user.id),
    jury_summaries: await jury.writtenSummaries(user.id),
  }
  const [profile] = await own.profile(user.id)
  const [juror] = await jury.juror(user.id)
  const withdrawals = await withdrawalsRepository(db).receipts(user.id)
  const language = languageOf(user)
  const programme = inLanguage((await identity()).programme_name, language)
  const made_at = clock()
  const data = { made_at, profile, juror: juror ?? null, ...tables, withdrawals }

  return [
    { name: 'README.txt', text: exportReadme(language, { programme, made_at }) },
    { name: 'data.json', text: `${JSON.stringify(data, null, 2)}\n` },
    ...Object.entries(tables)
      .filter(([, rows]) => rows.length > 0)
      .map(([name, rows]) => ({ name: `tables/${name}.csv`, text: tableCsv(rows) })),
  ]
}

const TEXTS: Record<Language, string> = {
  en: `The copy of your data
{{programme}}, made on {{at}} UTC

data.json      everything in one file, for another service or a program
tables/        the same as tables for a spreadsheet (UTF-8, separated by commas):
               entries, payments, consents, sessions, activity, mails, codes, members of
               studios and invitations, comments, agreed summaries; for jurors also assignments, scores, conflicts, decisions
               and contributions to discussions
files/         your pictures and PDFs, by entry, in the best size that we keep.
               Places and camera data were removed when you uploaded them.
invoices/      your invoices, pro forma invoices and credit notes
withdrawals/   receipts of contracts that you withdrew from
certificates/  your valid certificates; one is missing as long as we cannot print its name

Amounts are in the smallest unit of their currency (31200 EUR means 312.00 euros); times are UTC.

Comments of the jury are part of the copy once the results are out. Jurors are called Juror A, Juror B
and so on, separately for each entry, because they have rights of their own. What jurors noted for the
jury alone is left out, since it may concern other people; write to us and we look at each note.

"organiser" in the table of activity is anybody who works for the programme, "member" a member of
your studio.

You can have wrong data corrected in your account, and have everything erased there. If something
is missing, write to us; you may also complain to your data protection authority (in France: cnil.fr).
`,
  fr: `La copie de vos données
{{programme}}, établie le {{at}} UTC

data.json      l’ensemble en un seul fichier, pour un autre service ou un programme
tables/        les mêmes données en tableaux (UTF-8, séparés par des virgules) :
               participations, paiements, consentements, sessions, activité, messages, codes,
               membres de studios et invitations, commentaires, synthèses ; pour le jury également attributions, notes, conflits,
               décisions et contributions aux discussions
files/         vos images et vos PDF, par participation, dans la meilleure taille que nous gardons.
               Les lieux et les données de l’appareil ont été retirés lors de l’envoi.
invoices/      vos factures, factures proforma et avoirs
withdrawals/   les accusés de réception de vos rétractations
certificates/  vos certificats en cours de validité ; il en manque un tant que nous ne pouvons
               pas imprimer son nom

Les montants sont exprimés dans la plus petite unité de la devise (31200 EUR signifie 312,00 euros) ;
les heures sont en temps universel (UTC).

Les commentaires du jury figurent dans la copie une fois les résultats publiés. Les jurés y sont
désignés Juror A, Juror B, etc., séparément pour chaque participation, car ils ont eux aussi des droits.
Ce que les jurés ont noté pour le seul jury n’y figure pas : cela peut concerner d’autres personnes.
Écrivez-nous, et nous examinerons chaque note.

« organiser », dans le tableau d’activité, désigne toute personne qui travaille pour le programme,
« member » un membre de votre studio.

Vous pouvez corriger des données inexactes dans votre compte et y faire tout effacer. S’il manque
quelque chose, écrivez-nous ; vous pouvez aussi saisir votre autorité de contrôle (en France : cnil.fr).
`,
  zh: `您的数据副本
{{programme}}，生成于 {{at}}（UTC）

data.json      全部数据，单个文件，便于其他服务或程序读取
tables/        同样的数据，以表格形式提供（UTF-8，逗号分隔）：
               参赛作品、付款、同意记录、登录会话、操作记录、邮件、代码、工作室成员与邀请、评语；
               评委另有：分配、评分、回避、决定和讨论发言
files/         您上传的图片和 PDF，按作品归类，为我们所保存的最佳尺寸。
               拍摄地点和相机信息在上传时已被清除。
invoices/      您的发票、形式发票和红字发票
withdrawals/   您撤销合同的回执
certificates/  您的有效证书；名称无法印制的证书不在其中

金额以货币的最小单位表示（31200 EUR 即 312.00 欧元），时间均为 UTC。

评委的评语在结果公布后才会包含在副本中。评委同样享有权利，因此以 Juror A、Juror B 等代称，
每件作品分别编号。评委仅供评审团内部使用的笔记可能涉及他人，未包含在内；
如有需要，请与我们联系，我们会逐条审查。

操作记录中的“organiser”指为本项目工作的任何人员，“member”指您工作室的成员。

您可以在账户中更正不准确的数据，也可以删除全部数据。如有遗漏，请与我们联系；
您也可以向数据保护机构投诉（法国：cnil.fr）。
`,
}

/** The README of the export, in the user's language. */
const exportReadme = (
  language: Language,
  { programme, made_at }: { programme: string; made_at: Date },
): string =>
  TEXTS[language]
    .replace('{{programme}}', programme)
    .replace('{{at}}', made_at.toISOString().slice(0, 16).replace('T', ' '))
    // CRLF, for old editors.
    .replaceAll('\n', '\r\n')
