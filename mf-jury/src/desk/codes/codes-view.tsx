/** The codes of the jury. */
export const CodesView = () => null
