declare function hotLoader(this: { resourcePath: string }, source: string): string
export = hotLoader
