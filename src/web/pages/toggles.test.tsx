import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { cacheEntities } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { errorResponse } from '#web/api/test-network.tsx'
import { followingKey } from '#web/features/accounts/follows/follow-cache.ts'
import { showAs } from '#web/features/community/posts/testing/test-page.tsx'
import { amara } from '#web/features/community/posts/testing/test-post.ts'
import { toastStore } from '#web/ui/overlays/toast.ts'
import { type Subject, other, subjects } from './testing/test-toggle-subjects.tsx'

/** Shows the toggle of a subject that is off, with a count of 3. The test responds to each request. */
async function show(subject: Subject, user: typeof amara | null = amara) {
  const { kind, value } = subject.record
  cacheEntities(kind, [value])
  queryClient.setQueryData(followingKey(other.id), false)
  const pending: ((response: Response) => void)[] = []
  const handle = () => new Promise<Response>((resolve) => pending.push(resolve))
  const calls = [true, false].map((isOn) => subject.request(isOn).call)
  const load = `GET /api/${kind}/${value.id}`
  const page = await showAs(user, subject.part, {
    ...Object.fromEntries(calls.map((call) => [call, handle])),
    [load]: () => Response.json(value),
    ...subject.otherRequests,
  })
  /** The button once it shows this state, and the count of the record. */
  const find = async (isOn: boolean, count: number) => {
    const name = subject.button(isOn, count)
    const button = await screen.findByRole('button', { name, pressed: isOn })
    if (subject.count) expect(subject.count()).toBe(count)
    return button
  }
  const sent = () => page.seen.filter((call) => calls.includes(call))
  /** How often the record was loaded. */
  const loads = () => page.seen.filter((call) => call === load).length
  const respond = async (response: Response) => {
    await waitFor(() => expect(pending).not.toEqual([]))
    await act(async () => pending.shift()?.(response))
  }
  return { ...page, find, sent, loads, respond }
}

const currentToast = () => toastStore.current()

describe.each(Object.entries(subjects))('%s', (_name, subject) => {
  const success = (isOn: boolean, count: number) => Response.json(subject.response(isOn, count))
  const refusal = (status: number) => errorResponse(status, {})

  test('a press shows the new state at once, sends it, and then shows the count of the server', async () => {
    const { find, respond, seen, bodies } = await show(subject)
    const expectSent = (isOn: boolean) => {
      const { call, body } = subject.request(isOn)
      expect(seen.at(-1)).toBe(call)
      expect(bodies.at(-1)).toEqual(body)
    }
    fireEvent.click(await find(false, 3))
    await find(true, 4)
    expectSent(true)
    await respond(success(true, 9))
    fireEvent.click(await find(true, 9))
    await find(false, 8)
    expectSent(false)
    await respond(success(false, 8))
    await find(false, 8)
    expect(currentToast()).toBeNull()
  })

  test('of presses faster than the network, only the first and the newest state are sent', async () => {
    const { find, respond, sent } = await show(subject)
    const button = await find(false, 3)
    for (let presses = 0; presses < 4; presses += 1) fireEvent.click(button)
    await find(false, 3)
    expect(sent()).toEqual([subject.request(true).call])
    await respond(success(true, 4))
    await respond(success(false, 3))
    await find(false, 3)
    expect(sent()).toEqual([true, false].map((isOn) => subject.request(isOn).call))
  })

  test('a refused change is undone, with an error', async () => {
    const { find, respond } = await show(subject)
    fireEvent.click(await find(false, 3))
    await find(true, 4)
    await respond(refusal(503))
    await find(false, 3)
    expect(currentToast()).toMatchObject({ variant: 'destructive', ...subject.failed })
  })

  test('a change after the session has ended is undone, and leads to the sign-in page', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    const { find, respond } = await show(subject)
    fireEvent.click(await find(false, 3))
    await respond(refusal(401))
    await find(false, 3)
    expect(currentToast()).toMatchObject({
      variant: 'destructive',
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
    })
    await waitFor(() => expect(assign).toHaveBeenCalledWith(expect.stringMatching(/^\/api\/login/)))
  })

  test('a visitor is asked to sign in, and nothing is sent', async () => {
    const { sent } = await show(subject, null)
    const name = subject.button(false, 3)
    const button = screen.queryByRole('button', { name })
    expect(button !== null).toBe(subject.signedOut !== undefined)
    if (!button) return
    fireEvent.click(button)
    expect(currentToast()).toMatchObject({
      variant: 'destructive',
      title: 'Login Required',
      description: subject.signedOut,
    })
    expect(sent()).toEqual([])
  })

  const { event } = subject
  // A reminder that is set on another page shows after the next load.
  if (!event) return
  test('a change on another page shows here, unless one of this page is being sent', async () => {
    const { find, respond, server } = await show(subject)
    act(() => server.accept())
    act(() => server.sendMessage(event(true, 4)))
    fireEvent.click(await find(true, 4))
    await find(false, 3)
    act(() => server.sendMessage(event(true, 4)))
    await find(false, 3)
    await respond(success(false, 3))
    await find(false, 3)
    expect(currentToast()).toBeNull()
  })

  test('of opposite changes here and on another page at the same time, the stored state shows', async () => {
    const { find, respond, server, loads } = await show(subject)
    act(() => server.accept())
    fireEvent.click(await find(false, 3))
    await find(true, 4)
    for (let messages = 0; messages < 3; messages += 1) act(() => server.sendMessage(event(false, 3)))
    await find(true, 4)
    await respond(success(true, 4))
    await find(false, 3)
    expect(loads()).toBe(1)
    expect(currentToast()).toBeNull()
  })

  test('the message about a change of this page itself loads nothing', async () => {
    const { find, respond, server, loads } = await show(subject)
    act(() => server.accept())
    fireEvent.click(await find(false, 3))
    act(() => server.sendMessage(event(true, 4)))
    await respond(success(true, 4))
    await find(true, 4)
    fireEvent.click(await find(true, 4))
    await respond(success(false, 3))
    act(() => server.sendMessage(event(false, 3)))
    await find(false, 3)
    expect(loads()).toBe(0)
  })
})
