import { cleanup, configure, fireEvent } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { scaled } from './machine-limits.ts'

// The load of parallel tests can delay a condition.
configure({ asyncUtilTimeout: scaled(15_000) })

type ListenerParameters = Parameters<typeof window.addEventListener>

// The files of a worker share the packages, but not the state of the project's modules (session, caches): each file
// loads these again.
vi.resetModules()

// Back must not lead to the entries of earlier files, which belong to other pages.
history.pushState(null, '', '/')

// Browsers show this element within its line; the test DOM does not know, and would put spaces around it in accessible names.
const inlineElements = document.createElement('style')
inlineElements.textContent = 'bdi:not(.block) { display: inline }'
document.head.append(inlineElements)

// The window is shared as well. Without this, listeners of modules from earlier files would handle this file's events.
const listeners: ListenerParameters[] = []
const addEventListener = window.addEventListener
window.addEventListener = (...parameters: ListenerParameters) => {
  listeners.push(parameters)
  addEventListener(...parameters)
}

// The same for what modules of earlier files do later.
const timers = new Set<ReturnType<typeof setTimeout>>()
const setTimeoutOfWindow = globalThis.setTimeout
globalThis.setTimeout = Object.assign((...parameters: Parameters<typeof setTimeoutOfWindow>) => {
  const timer = setTimeoutOfWindow(...parameters)
  timers.add(timer)
  return timer
}, setTimeoutOfWindow)

// Every component test starts with an empty page.
afterEach(() => {
  // React keeps the state of a pressed mouse button across pages, and reports no selection while one is pressed.
  for (const container of document.body.children) fireEvent.mouseUp(container)
  cleanup()
  localStorage.clear()
})

afterAll(() => {
  inlineElements.remove()
  window.addEventListener = addEventListener
  for (const [type, listener, options] of listeners) window.removeEventListener(type, listener, options)
  vi.useRealTimers()
  globalThis.setTimeout = setTimeoutOfWindow
  for (const timer of timers) clearTimeout(timer)
})
