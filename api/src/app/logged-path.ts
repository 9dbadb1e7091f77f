const UPLOAD = /^(\/files\/(?:upload|resume)\/)[^/?]+/

/** The path of a request as it may be written down: without its query, and without the key of an upload. */
export const loggedPath = (url: string): string => (url.split('?')[0] ?? '').replace(UPLOAD, '$1…')
