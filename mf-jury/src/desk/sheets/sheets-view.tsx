/** The sheets of the jury. */
export const SheetsView = () => null
