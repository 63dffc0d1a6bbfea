import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Navigation, navigation as pageNavigation } from './navigation.ts'

// happy-dom has no session history: this fake traverses asynchronously and fires `popstate`, as a browser does.
let entries: { state: unknown; url: string }[] = []
let current = 0
let pendingTraversals = 0

// The page's own instance would handle `popstate` as well.
pageNavigation.close()

beforeEach(() => {
  entries = [{ state: null, url: '/' }]
  current = 0
  vi.stubGlobal('history', {
    scrollRestoration: 'auto',
    get state() {
      return entries[current]?.state
    },
    pushState(state: unknown, _: string, url = location.href) {
      entries = [...entries.slice(0, current + 1), { state, url: resolve(url) }]
      current += 1
    },
    replaceState(state: unknown, _: string, url: string) {
      entries[current] = { state, url: resolve(url) }
    },
    back: () => history.go(-1),
    go(steps: number) {
      pendingTraversals += 1
      queueMicrotask(() => {
        if (entries[current + steps]) {
          current += steps
          dispatchEvent(new Event('popstate'))
        }
        pendingTraversals -= 1
      })
    },
  })
  vi.stubGlobal('location', {
    get href() {
      return `http://site.test${entries[current]?.url ?? '/'}`
    },
    get pathname() {
      return new URL(location.href).pathname
    },
    get search() {
      return new URL(location.href).search
    },
  })
})

const resolve = (url: string) => {
  const { pathname, search } = new URL(url, location.href)
  return pathname + search
}

const open = () => {
  const navigation = new Navigation()
  onTestFinished(() => navigation.close())
  return navigation
}

const locationOf = (navigation: Navigation) => navigation.state.get().location
const isConfirming = (navigation: Navigation) => navigation.state.get().isConfirming

test('following a link and going back update the location', async () => {
  const navigation = open()
  const start = locationOf(navigation)
  expect(start).toMatchObject({ path: '/', arrival: 'load' })
  navigation.navigate('/discover?page=2')
  expect(locationOf(navigation)).toMatchObject({ path: '/discover', search: '?page=2', arrival: 'new' })
  history.go(-1)
  await vi.waitFor(() => expect(locationOf(navigation)).toEqual({ ...start, arrival: 'back' }))
})

test('other parameters of the same page are not a new page', () => {
  const navigation = open()
  navigation.navigate('/?tab=create', { replace: true })
  expect(locationOf(navigation)).toMatchObject({ path: '/', search: '?tab=create', arrival: 'same' })
  expect(entries).toHaveLength(1)
})

test('a guarded page is left by a link only after confirmation', () => {
  const navigation = open()
  navigation.guard()
  navigation.navigate('/discover')
  expect([isConfirming(navigation), locationOf(navigation).path]).toEqual([true, '/'])
  expect(location.pathname).toBe('/')
  navigation.stay()
  expect(isConfirming(navigation)).toBe(false)
  navigation.navigate('/profile')
  navigation.leave()
  expect([isConfirming(navigation), locationOf(navigation).path]).toEqual([false, '/profile'])
})

test('a guarded page is left by the back button only after confirmation', async () => {
  const navigation = open()
  navigation.navigate('/stream')
  const shown: string[] = []
  navigation.state.subscribe(() => shown.push(locationOf(navigation).path))
  navigation.guard()
  history.go(-1)
  await vi.waitFor(() => expect(isConfirming(navigation)).toBe(true))
  await vi.waitFor(() => expect(location.pathname).toBe('/stream'))
  expect(shown.every((path) => path === '/stream')).toBe(true)

  navigation.leave()
  await vi.waitFor(() => expect(locationOf(navigation)).toMatchObject({ path: '/', arrival: 'back' }))
  expect(current).toBe(0)
})

test('a removed guard blocks no navigation, and closes its confirmation', () => {
  const navigation = open()
  const release = navigation.guard()
  navigation.navigate('/discover')
  release()
  expect(isConfirming(navigation)).toBe(false)
  navigation.navigate('/profile')
  expect(locationOf(navigation).path).toBe('/profile')
})

test('closing the tab asks for confirmation only while the page is guarded', () => {
  const navigation = open()
  const isCloseConfirmed = () => {
    const event = new Event('beforeunload', { cancelable: true })
    dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(isCloseConfirmed()).toBe(false)
  const release = navigation.guard()
  expect(isCloseConfirmed()).toBe(true)
  release()
  expect(isCloseConfirmed()).toBe(false)
})

test('other parameters of a guarded page need no confirmation', () => {
  const navigation = open()
  navigation.guard()
  navigation.navigate('/?tab=chat')
  expect([isConfirming(navigation), locationOf(navigation).search]).toEqual([false, '?tab=chat'])
})

/** Traverses the history like the browser's buttons, and resolves when all traversals that this caused have ended. */
const traverse = async (steps: number) => {
  history.go(steps)
  await vi.waitFor(() => expect(pendingTraversals).toBe(0))
}

function openOverlay(navigation: Navigation) {
  const close = vi.fn<() => void>(() => closed())
  const closed = navigation.addOverlay(close)
  return { close, closed }
}

test('back closes the overlays of the page, the last one first, and then leaves the page', async () => {
  const navigation = open()
  navigation.navigate('/discover')
  const [lower, upper] = [openOverlay(navigation), openOverlay(navigation)]
  await traverse(-1)
  expect([lower.close, upper.close].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  await traverse(-1)
  expect(lower.close).toHaveBeenCalledOnce()
  expect(locationOf(navigation).path).toBe('/discover')
  await traverse(-1)
  expect(locationOf(navigation).path).toBe('/')
})

test('back skips an overlay that has closed already, and forward does not reopen it', async () => {
  const navigation = open()
  navigation.navigate('/discover')
  const { close, closed } = openOverlay(navigation)
  closed()
  await traverse(-1)
  expect(locationOf(navigation).path).toBe('/')
  await traverse(1)
  await traverse(1)
  expect(locationOf(navigation).path).toBe('/discover')
  await traverse(-1)
  expect(locationOf(navigation).path).toBe('/')
  expect(close).not.toHaveBeenCalled()
})

test('the next overlay or page reuses the history entry of a closed overlay', async () => {
  const navigation = open()
  openOverlay(navigation).closed()
  const { close } = openOverlay(navigation)
  expect(entries).toHaveLength(2)
  navigation.navigate('/stream/create')
  expect(entries.map(({ url }) => url)).toEqual(['/', '/stream/create'])
  await traverse(-1)
  expect(locationOf(navigation)).toMatchObject({ path: '/', arrival: 'back' })
  expect(close).not.toHaveBeenCalled()
})

test('parameters that changed while an overlay was open stay in the URL after it is closed', async () => {
  const navigation = open()
  const { close } = openOverlay(navigation)
  navigation.navigate('/?tab=videos', { replace: true })
  await traverse(-1)
  expect(close).toHaveBeenCalledOnce()
  expect(location.search).toBe('?tab=videos')
  expect(locationOf(navigation).search).toBe('?tab=videos')
})

test('back on a guarded page closes its overlay, then asks for confirmation, then cancels the confirmation', async () => {
  const navigation = open()
  navigation.navigate('/profile-settings')
  navigation.guard()
  openOverlay(navigation)
  await traverse(-1)
  expect(isConfirming(navigation)).toBe(false)
  await traverse(-1)
  expect(isConfirming(navigation)).toBe(true)
  await traverse(-1)
  expect([isConfirming(navigation), locationOf(navigation).path]).toEqual([false, '/profile-settings'])
  expect(location.pathname).toBe('/profile-settings')
})

test('a page that was reloaded with an open overlay is left by one press of back', async () => {
  const beforeReload = new Navigation()
  beforeReload.navigate('/discover')
  beforeReload.addOverlay(() => {})
  beforeReload.close()
  const navigation = open()
  await traverse(-1)
  expect(locationOf(navigation).path).toBe('/')
})
