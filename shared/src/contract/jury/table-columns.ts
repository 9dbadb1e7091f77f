import { z } from 'zod'
import type { Language } from '../../domain/index.ts'

/** The two sets of columns of the chair's table. Scores and money are never side by side. */
export type TableView = 'scoring' | 'money'
type Label = Readonly<Record<Language, string>>
type Cell = string | number | boolean | null

/**
 * Chairs who read a column. `named`: those who do not read anonymised entries, since the column identifies the entrant;
 * `fees`: those with `can_manage_fees`; `named_or_fees`: both.
 */
export type ColumnReaders = 'all' | 'named' | 'fees' | 'named_or_fees'

type Facts = {
  /** Heading in the file, and on screen unless `short` is given. */
  readonly label: Label
  readonly short?: Label
  /** Views of the screen and of the export that have the column. */
  readonly screen?: readonly TableView[]
  readonly file?: readonly TableView[]
  /** Columns of `apply_orders` that the value is made of; the server hides them from everybody but `readers`. */
  readonly reads?: readonly string[]
  /** Name of the order by this column. */
  readonly sort?: string
  /** A figure of each level of the jury. */
  readonly isFigure?: true
}

/**
 * A column whose key is a column of `apply_orders`: `copied` is its schema in the row. The server selects, hides, sorts
 * and exports it without further code. The schema is nullable unless all chairs read the column.
 */
type CopiedFacts =
  | { readonly readers: 'all'; readonly copied: z.ZodType<Cell> }
  | {
      readonly readers: Exclude<ColumnReaders, 'all'>
      readonly copied: z.ZodNullable<z.ZodType<Cell>>
    }
export type ColumnFacts = Facts &
  (CopiedFacts | { readonly readers: ColumnReaders; readonly copied?: never })

const BOTH = ['scoring', 'money'] as const

/** Facts of every column of the chair's table and of its export, in the order of the export. */
export const TABLE_COLUMNS = {
  entry: {
    label: { en: 'Entry', fr: 'Candidature', zh: '作品' },
    readers: 'all',
    screen: BOTH,
    sort: 'title',
  },
  entry_no: {
    label: { en: 'Entry number', fr: 'Numéro', zh: '作品编号' },
    readers: 'all',
    copied: z.string(),
    file: BOTH,
    sort: 'entry_no',
  },
  judging_no: {
    label: { en: 'Judging number', fr: 'Numéro de jury', zh: '评审编号' },
    readers: 'all',
    copied: z.string(),
    file: BOTH,
    sort: 'judging_no',
  },
  title: { label: { en: 'Title', fr: 'Titre', zh: '标题' }, readers: 'all', file: BOTH },
  category: {
    label: { en: 'Category', fr: 'Catégorie', zh: '类别' },
    readers: 'all',
    screen: BOTH,
    file: BOTH,
    sort: 'category',
  },
  section: { label: { en: 'Section', fr: 'Section', zh: '组别' }, readers: 'all', file: BOTH },
  status: {
    label: { en: 'Status', fr: 'État', zh: '状态' },
    readers: 'all',
    screen: ['money'],
    file: BOTH,
  },
  assigned: {
    label: { en: 'Jurors', fr: 'Jurés', zh: '评委数' },
    readers: 'all',
    file: ['scoring'],
  },
  votes: {
    label: { en: 'Scores', fr: 'Notes', zh: '评分数' },
    short: { en: 'Scores', fr: 'Notes', zh: '评分' },
    readers: 'all',
    screen: ['scoring'],
    file: ['scoring'],
    sort: 'votes',
    isFigure: true,
  },
  mean: {
    label: { en: 'Mean', fr: 'Moyenne', zh: '平均分' },
    readers: 'all',
    screen: ['scoring'],
    file: ['scoring'],
    sort: 'mean',
    isFigure: true,
  },
  median: {
    label: { en: 'Median', fr: 'Médiane', zh: '中位数' },
    readers: 'all',
    screen: ['scoring'],
    file: ['scoring'],
    sort: 'median',
    isFigure: true,
  },
  trimmed: {
    label: { en: 'Trimmed mean', fr: 'Moyenne tronquée', zh: '截尾均值' },
    short: { en: 'Trimmed', fr: 'Tronquée', zh: '截尾均值' },
    readers: 'all',
    screen: ['scoring'],
    file: ['scoring'],
    sort: 'trimmed',
    isFigure: true,
  },
  balanced: {
    label: { en: 'Balanced', fr: 'Équilibrée', zh: '均衡分' },
    readers: 'all',
    file: ['scoring'],
    sort: 'balanced',
    isFigure: true,
  },
  deviation: {
    label: { en: 'Spread', fr: 'Écart', zh: '离散度' },
    readers: 'all',
    screen: ['scoring'],
    file: ['scoring'],
    sort: 'deviation',
    isFigure: true,
  },
  range: {
    label: { en: 'Range', fr: 'Étendue', zh: '极差' },
    readers: 'all',
    file: ['scoring'],
    isFigure: true,
  },
  score: {
    label: { en: 'Result', fr: 'Résultat', zh: '结果' },
    readers: 'all',
    screen: ['scoring'],
    file: ['scoring'],
    sort: 'score',
  },
  to_discuss: {
    label: { en: 'To discuss', fr: 'À discuter', zh: '待讨论' },
    readers: 'all',
    file: ['scoring'],
  },
  award: {
    label: { en: 'Award', fr: 'Prix', zh: '奖项' },
    readers: 'all',
    screen: ['scoring'],
    file: ['scoring'],
    sort: 'award',
  },
  decision: {
    label: { en: 'Decision', fr: 'Décision', zh: '决定' },
    readers: 'all',
    file: ['scoring'],
    sort: 'decision',
  },
  entry_fee: {
    label: { en: 'Entry fee', fr: 'Frais d’inscription', zh: '参赛费' },
    readers: 'fees',
    reads: ['entry_fee_status'],
    screen: ['money'],
    file: ['money'],
  },
  winner_fee: {
    label: { en: 'Winner fee', fr: 'Formule lauréat', zh: '获奖套餐' },
    readers: 'fees',
    reads: ['winner_fee_status'],
    screen: ['money'],
    file: ['money'],
  },
  code: {
    label: { en: 'Code', fr: 'Code', zh: '代码' },
    readers: 'named_or_fees',
    reads: ['agent_code', 'invitation_code'],
    screen: ['money'],
    file: ['money'],
  },
  shown: {
    label: { en: 'Public', fr: 'Public', zh: '公开' },
    readers: 'all',
    screen: BOTH,
    file: BOTH,
  },
} as const satisfies Readonly<Record<string, ColumnFacts>>

type Columns = typeof TABLE_COLUMNS
type KeysWith<Shape> = {
  [Key in keyof Columns]: Columns[Key] extends Shape ? Key : never
}[keyof Columns]

export type TableColumn = keyof Columns
export type ScreenColumn = KeysWith<{ screen: readonly TableView[] }>
export type FileColumn = KeysWith<{ file: readonly TableView[] }>
export type FigureColumn = KeysWith<{ isFigure: true }>
export type CopiedColumn = KeysWith<{ copied: z.ZodType }>
/** Columns of `apply_orders` behind the columns that `Readers` read. */
export type ReadColumn<Readers extends ColumnReaders = ColumnReaders> =
  | (CopiedColumn & KeysWith<{ readers: Readers }>)
  | Extract<Columns[keyof Columns], { readers: Readers; reads: readonly string[] }>['reads'][number]

/** Facts of one column, with those that it lacks undefined. */
export const columnFacts = (key: TableColumn): ColumnFacts => TABLE_COLUMNS[key]

const keysWhere = <Key extends TableColumn>(is: (facts: ColumnFacts) => unknown) =>
  (Object.keys(TABLE_COLUMNS) as TableColumn[]).filter((key): key is Key => !!is(columnFacts(key)))

export const COPIED_COLUMNS = keysWhere<CopiedColumn>(({ copied }) => copied)
export const FILE_COLUMNS = keysWhere<FileColumn>(({ file }) => file)

/** The columns of `apply_orders` that a column of the table is made of. */
export const readsOf = (key: TableColumn): readonly ReadColumn[] => {
  const { copied, reads = [] } = columnFacts(key)
  return (copied ? [key, ...reads] : reads) as readonly ReadColumn[]
}

/** Schemas of the columns that the row copies, by their key. */
export const copiedShape = Object.fromEntries(
  COPIED_COLUMNS.map((key) => [key, columnFacts(key).copied]),
) as { [Key in CopiedColumn]: Columns[Key]['copied'] }

type SortOf<Facts> = Facts extends { sort: infer Sort extends string } ? Sort : never
/** Orders of the chair's list; with `-` before it, downwards. */
export type ChairSort = 'submitted_at' | SortOf<Columns[keyof Columns]>
export const CHAIR_SORTS: readonly ChairSort[] = [
  'submitted_at',
  ...new Set(
    keysWhere(({ sort }) => sort).map(
      (key) => columnFacts(key).sort as SortOf<Columns[typeof key]>,
    ),
  ),
]
