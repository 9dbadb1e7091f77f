type LoaderContext = { getOptions: () => { isRemote: boolean }; resourcePath: string }

declare function importLoader(this: LoaderContext, source: string): string
export = importLoader
