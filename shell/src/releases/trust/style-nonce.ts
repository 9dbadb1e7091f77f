/** The nonce of this document, for the styles that antd writes: `<ConfigProvider csp={{ nonce }}>`. */
export const styleNonce = () =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined
