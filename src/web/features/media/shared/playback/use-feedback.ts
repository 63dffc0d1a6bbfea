import { useEffect, useRef, useState } from 'react'

const SHOWN_MS = 900

/** A short message over the video, which screen readers announce. */
export function useFeedback() {
  const [feedback, setFeedback] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const showFeedback = (text: string) => {
    setFeedback(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setFeedback(''), SHOWN_MS)
  }
  return { feedback, showFeedback }
}
