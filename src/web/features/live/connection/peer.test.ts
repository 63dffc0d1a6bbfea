import { beforeEach, expect, test, vi } from 'vitest'
import { Peer, toMessage } from './peer.ts'
import { TestPeers } from '#web/features/live/testing/test-peers.ts'

const ANSWER = { type: 'answer', sdp: 'the answer' } as const
const candidate = (text: string) => ({ candidate: text, sdpMid: '0' })

let peers: TestPeers
let peer: Peer
const onCandidate = vi.fn()

beforeEach(async () => {
  onCandidate.mockClear()
  peers = new TestPeers()
  peer = new Peer(peers.create(), onCandidate)
  await peer.connection.setLocalDescription({ type: 'offer', sdp: 'the offer' })
})

const taken = () => peers.latest.candidates.map((each) => each.candidate)

test('candidates that come before the description wait for it', async () => {
  await peer.addCandidate(candidate('first'))
  expect(taken()).toEqual([])
  const described = peer.describe(ANSWER)
  await Promise.all([described, peer.addCandidate(candidate('second'))])
  await peer.addCandidate(candidate('third'))
  expect(taken()).toEqual(['first', 'second', 'third'])
})

test('a useless candidate among those that waited spoils neither the description nor the others', async () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue()
  await peer.addCandidate(candidate('useless'))
  await peer.addCandidate(candidate('good'))
  await peer.describe(ANSWER)
  expect(taken()).toEqual(['good'])
  expect(log).toHaveBeenCalledOnce()
})

test('a useless candidate that comes later is refused', async () => {
  await peer.describe(ANSWER)
  await expect(peer.addCandidate(candidate('useless'))).rejects.toThrow('refused by the browser')
})

test('a candidate that names its track by number, or not at all, is taken too', async () => {
  await peer.describe(ANSWER)
  await peer.addCandidate({ candidate: 'a', sdpMid: null, sdpMLineIndex: 1 })
  await peer.addCandidate({ candidate: 'b' })
  expect(peers.latest.candidates).toEqual([
    { candidate: 'a', sdpMid: null, sdpMLineIndex: 1 },
    { candidate: 'b', sdpMid: null, sdpMLineIndex: 0 },
  ])
})

test('a description that the browser refuses is refused', async () => {
  await expect(peer.describe({ type: 'answer', sdp: 'broken' })).rejects.toThrow('refused by the browser')
})

test('our own candidates are handed out until it is closed', () => {
  const { latest } = peers
  latest.find({ candidate: 'ours', sdpMid: '0' })
  latest.onicecandidate?.({ candidate: null })
  expect(onCandidate.mock.calls).toEqual([[{ candidate: 'ours', sdpMid: '0' }]])
  peer.close()
  latest.find({ candidate: 'late', sdpMid: '0' })
  expect(onCandidate).toHaveBeenCalledOnce()
  expect(latest.connectionState).toBe('closed')
})

test('a candidate travels in the form of the contract', () => {
  expect(toMessage({ candidate: 'x', sdpMid: '1', sdpMLineIndex: 1, usernameFragment: 'u' })).toEqual({
    candidate: 'x',
    sdpMid: '1',
    sdpMLineIndex: 1,
    usernameFragment: 'u',
  })
  expect(toMessage({})).toEqual({ candidate: '', sdpMid: null, sdpMLineIndex: null, usernameFragment: null })
})
