import { expect, onTestFinished, test, vi } from 'vitest'
import { type Fanout, MAX_PAYLOAD_BYTES } from '../fanout.ts'

type Site = { open(): Promise<Fanout> }

/** What every implementation of `Fanout` does. `createSite` opens the fanouts of the processes of a new site. */
export function testFanout(createSite: () => Promise<Site>): void {
  async function openProcess(site: Site) {
    const fanout = await site.open()
    onTestFinished(() => fanout.close())
    const received: string[] = []
    fanout.onPayload((payload) => received.push(payload))
    return { fanout, received }
  }

  test('a payload reaches all other processes once, and not the one that sent it', async () => {
    const site = await createSite()
    const [first, second, third] = [await openProcess(site), await openProcess(site), await openProcess(site)]
    first.fanout.send('hello')
    second.fanout.send('from the second')
    await vi.waitFor(() => {
      expect(first.received).toEqual(['from the second'])
      expect(second.received).toEqual(['hello'])
      expect(third.received.toSorted()).toEqual(['from the second', 'hello'])
    })
  })

  test('payloads of a process arrive in their order, equal ones each time', async () => {
    const site = await createSite()
    const [first, second] = [await openProcess(site), await openProcess(site)]
    const sent = ['on', 'off', 'on', ...Array.from({ length: 500 }, (_, index) => `n${index}`)]
    for (const payload of sent) first.fanout.send(payload)
    await vi.waitFor(() => expect(second.received).toEqual(sent))
  })

  test('text of every kind arrives unchanged, also the longest', async () => {
    const site = await createSite()
    const [first, second] = [await openProcess(site), await openProcess(site)]
    const sent = ['', ' a  b ', '"\'\\ : {"a":[1,2]} %s $1', 'ọjọ́ 🪘', 'x'.repeat(MAX_PAYLOAD_BYTES)]
    for (const payload of sent) first.fanout.send(payload)
    await vi.waitFor(() => expect(second.received).toEqual(sent))
  })

  test('another site receives nothing', async () => {
    const [site, other] = [await createSite(), await createSite()]
    const [first, second, stranger] = [
      await openProcess(site),
      await openProcess(site),
      await openProcess(other),
    ]
    first.fanout.send('private')
    await vi.waitFor(() => expect(second.received).toEqual(['private']))
    expect(stranger.received).toEqual([])
  })

  test('what was sent before the close arrives', async () => {
    const site = await createSite()
    const second = await openProcess(site)
    const first = await site.open()
    first.send('last')
    await first.close()
    await vi.waitFor(() => expect(second.received).toEqual(['last']))
  })
}
