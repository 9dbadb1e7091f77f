/** What tests draw by chance is the same at each run: CI tells of a change, not of chance. */
export const SEED = 20_270_112
