/** The command was given wrongly; nothing has been done. */
export class UsageError extends Error {}

/** The command was right, but could not be carried out; the message says what to do next. */
export class CommandError extends Error {}
