export function routeScreens(file: string): { path: string; request: string }[]
