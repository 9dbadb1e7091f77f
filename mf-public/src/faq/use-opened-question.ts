import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** Identifier of the answer to a question; an address that ends with it opens the question. */
export const answerId = (question: string) => `question-${question}`

/** Opens the question that the address points at. A browser does so by itself when it loads a page. */
export function useOpenedQuestion() {
  const { hash } = useLocation()
  useEffect(() => {
    const answer = hash ? document.getElementById(hash.slice(1)) : null
    const question = answer?.closest('details')
    if (!answer || !question) return
    question.open = true
    answer.scrollIntoView()
  }, [hash])
}
