/** The conflicts of the jury. */
export const ConflictsView = () => null
