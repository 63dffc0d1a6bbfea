import { cleanup, configure, fireEvent } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// A condition that other tests' load delays is not a failure.
configure({ asyncUtilTimeout: 15_000 })

type Listening = Parameters<typeof window.addEventListener>

// The files of a worker share its packages, but not what our own modules remember (who is signed in, what was
// fetched): each file loads them anew.
vi.resetModules()

// The page is shared as well. What a module of an earlier file listens to there would answer to this file's events.
const listening: Listening[] = []
const add = window.addEventListener
window.addEventListener = (...parameters: Listening) => {
  listening.push(parameters)
  add(...parameters)
}

// Every test of a component begins with an empty page.
afterEach(() => {
  // React remembers a pressed mouse button beyond the page, and reports no selection while one is pressed.
  for (const container of document.body.children) fireEvent.mouseUp(container)
  cleanup()
  localStorage.clear()
})

afterAll(() => {
  window.addEventListener = add
  for (const [type, listener, options] of listening) window.removeEventListener(type, listener, options)
  vi.useRealTimers()
})
