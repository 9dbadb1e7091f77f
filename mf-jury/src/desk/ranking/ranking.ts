import type { Output, judgeAdded } from '@awards/shared/contract'

export type Board = Output<typeof judgeAdded.board>
export type BoardProps = { board: Board; canAward: boolean }
