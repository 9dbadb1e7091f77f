import { useState } from 'react'

/** Puts a text on the clipboard; false where the browser refuses it or, without TLS, has no clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

export type CopyOutcome = 'copied' | 'refused' | undefined

/** `[outcome, copy]` for one text. What was copied before it changed does not count. */
export function useCopy(text: string): readonly [CopyOutcome, () => void] {
  const [last, setLast] = useState<{ text: string; outcome: CopyOutcome }>()
  const copy = async () => {
    const isCopied = await copyText(text)
    setLast({ text, outcome: isCopied ? 'copied' : 'refused' })
  }
  return [last?.text === text ? last.outcome : undefined, () => void copy()]
}
