export const FILE: string
export function remotePagesSource(): string
export function writeRemotePages(): boolean
