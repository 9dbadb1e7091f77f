export function routeScreens(file: string): { path: string; request: string }[]
export function designedParts(file: string): string[]
