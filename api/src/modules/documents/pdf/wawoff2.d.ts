declare module 'wawoff2' {
  export function decompress(woff2: Buffer): Promise<Uint8Array>
}
