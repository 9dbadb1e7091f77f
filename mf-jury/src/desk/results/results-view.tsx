/** The results of the jury. */
export const ResultsView = () => null
