/** The board of the jury. */
export const BoardView = () => null
