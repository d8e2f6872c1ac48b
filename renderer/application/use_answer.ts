/** An answer of the host as the state of a component. */
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { missingAnswerText } from './failure.ts'

export type Answer<T> = { state: 'waiting' } | { state: 'here'; value: T } | { state: 'failed'; message: string; again(): void }

const WAITING = { state: 'waiting' } as const

/**
 * Asks again whenever `key` changes and cancels what is no longer wanted. The last answer, but no failure, stays until the
 * next is there, so that walking through rows does not flicker; `null` as key asks nothing.
 */
export function useAnswer<T>(key: string | null, ask: (signal: AbortSignal) => Promise<T>): Answer<T> {
  const [last, setLast] = useState<{ key: string | null; answer: Answer<T> }>({ key, answer: WAITING })
  const [attempt, setAttempt] = useState(0)
  const again = useCallback(() => {
    setLast(({ key: asked }) => ({ key: asked, answer: WAITING }))
    setAttempt((before) => before + 1)
  }, [])
  const askNow = useEffectEvent(ask)
  useEffect(() => {
    if (key === null) return
    const controller = new AbortController()
    askNow(controller.signal).then(
      (value) => {
        if (!controller.signal.aborted) setLast({ key, answer: { state: 'here', value } })
      },
      (error) => {
        if (!controller.signal.aborted) setLast({ key, answer: { state: 'failed', message: missingAnswerText(error), again } })
      },
    )
    return () => controller.abort()
  }, [key, attempt, again])
  return last.answer.state === 'failed' && last.key !== key ? WAITING : last.answer
}
