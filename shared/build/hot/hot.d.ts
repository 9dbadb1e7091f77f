interface ImportMeta {
  /** Only there in a development build. */
  readonly webpackHot?: {
    accept(request: string, onChange: () => void): void
  }
}
