import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Navigation, navigation as ofThisPage } from './navigation.ts'

// happy-dom keeps no session history: this one behaves as a browser's does, later and by an event.
let entries: { state: unknown; url: string }[] = []
let current = 0
let moves = 0

// It would travel as well.
ofThisPage.close()

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
      moves += 1
      queueMicrotask(() => {
        if (entries[current + steps]) {
          current += steps
          dispatchEvent(new Event('popstate'))
        }
        moves -= 1
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

const place = (navigation: Navigation) => navigation.state.get().place

test('following a link and coming back tells the pages where they are', async () => {
  const navigation = open()
  const start = place(navigation)
  expect(start).toMatchObject({ path: '/', arrival: 'load' })
  navigation.navigate('/discover?page=2')
  expect(place(navigation)).toMatchObject({ path: '/discover', search: '?page=2', arrival: 'new' })
  history.go(-1)
  await vi.waitFor(() => expect(place(navigation)).toEqual({ ...start, arrival: 'back' }))
})

test('other parameters of the same page are not a new page', () => {
  const navigation = open()
  navigation.navigate('/?tab=create', { replace: true })
  expect(place(navigation)).toMatchObject({ path: '/', search: '?tab=create', arrival: 'same' })
  expect(entries).toHaveLength(1)
})

test('a guarded page is left by a link only after the visitor agreed', () => {
  const navigation = open()
  navigation.guard()
  navigation.navigate('/discover')
  expect(navigation.state.get()).toMatchObject({ isAsking: true, place: { path: '/' } })
  expect(location.pathname).toBe('/')
  navigation.stay()
  expect(navigation.state.get().isAsking).toBe(false)
  navigation.navigate('/profile')
  navigation.leave()
  expect(navigation.state.get()).toMatchObject({ isAsking: false, place: { path: '/profile' } })
})

test('a guarded page is left by the back button only after the visitor agreed', async () => {
  const navigation = open()
  navigation.navigate('/stream')
  const shown: string[] = []
  navigation.state.subscribe(() => shown.push(place(navigation).path))
  navigation.guard()
  history.go(-1)
  await vi.waitFor(() => expect(navigation.state.get().isAsking).toBe(true))
  await vi.waitFor(() => expect(location.pathname).toBe('/stream'))
  expect(shown.every((path) => path === '/stream')).toBe(true)

  navigation.leave()
  await vi.waitFor(() => expect(place(navigation)).toMatchObject({ path: '/', arrival: 'back' }))
  expect(current).toBe(0)
})

test('a guard that is gone holds nobody, and takes its question with it', () => {
  const navigation = open()
  const release = navigation.guard()
  navigation.navigate('/discover')
  release()
  expect(navigation.state.get().isAsking).toBe(false)
  navigation.navigate('/profile')
  expect(place(navigation).path).toBe('/profile')
})

test('closing the tab is asked about while a guard is there, and only then', () => {
  const navigation = open()
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true })
    dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(closing()).toBe(false)
  const release = navigation.guard()
  expect(closing()).toBe(true)
  release()
  expect(closing()).toBe(false)
})

test('other parameters of a guarded page need no question', () => {
  const navigation = open()
  navigation.guard()
  navigation.navigate('/?tab=chat')
  expect(navigation.state.get()).toMatchObject({ isAsking: false, place: { search: '?tab=chat' } })
})

/** Moves as the browser's buttons do, and ends when what that caused has ended. */
const travel = async (steps: number) => {
  history.go(steps)
  await vi.waitFor(() => expect(moves).toBe(0))
}

function openSheet(navigation: Navigation) {
  const close = vi.fn<() => void>(() => closed())
  const closed = navigation.sheet(close)
  return { close, closed }
}

test('back closes what stands over the page, the last first, and then leaves the page', async () => {
  const navigation = open()
  navigation.navigate('/discover')
  const [sheet, question] = [openSheet(navigation), openSheet(navigation)]
  await travel(-1)
  expect([sheet.close, question.close].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  await travel(-1)
  expect(sheet.close).toHaveBeenCalledOnce()
  expect(place(navigation).path).toBe('/discover')
  await travel(-1)
  expect(place(navigation).path).toBe('/')
})

test('a sheet that closed by itself holds nobody, and forward does not open it again', async () => {
  const navigation = open()
  navigation.navigate('/discover')
  const { close, closed } = openSheet(navigation)
  closed()
  await travel(-1)
  expect(place(navigation).path).toBe('/')
  await travel(1)
  await travel(1)
  expect(place(navigation).path).toBe('/discover')
  await travel(-1)
  expect(place(navigation).path).toBe('/')
  expect(close).not.toHaveBeenCalled()
})

test('the next sheet, and the next page, take the entry of one that is gone', async () => {
  const navigation = open()
  openSheet(navigation).closed()
  const { close } = openSheet(navigation)
  expect(entries).toHaveLength(2)
  navigation.navigate('/stream/create')
  expect(entries.map(({ url }) => url)).toEqual(['/', '/stream/create'])
  await travel(-1)
  expect(place(navigation)).toMatchObject({ path: '/', arrival: 'back' })
  expect(close).not.toHaveBeenCalled()
})

test('parameters that changed over a sheet stay in the address when it is left', async () => {
  const navigation = open()
  const { close } = openSheet(navigation)
  navigation.navigate('/?tab=videos', { replace: true })
  await travel(-1)
  expect(close).toHaveBeenCalledOnce()
  expect(location.search).toBe('?tab=videos')
  expect(place(navigation).search).toBe('?tab=videos')
})

test('a page that is guarded is asked about after its sheet is closed, and back from the question stays', async () => {
  const navigation = open()
  navigation.navigate('/profile-settings')
  navigation.guard()
  openSheet(navigation)
  await travel(-1)
  expect(navigation.state.get().isAsking).toBe(false)
  await travel(-1)
  expect(navigation.state.get().isAsking).toBe(true)
  await travel(-1)
  expect(navigation.state.get()).toMatchObject({ isAsking: false, place: { path: '/profile-settings' } })
  expect(location.pathname).toBe('/profile-settings')
})

test('a page that was loaded anew over a sheet is left by one press of back', async () => {
  const before = new Navigation()
  before.navigate('/discover')
  before.sheet(() => {})
  before.close()
  const navigation = open()
  await travel(-1)
  expect(place(navigation).path).toBe('/')
})
