import { beforeEach, expect, test, vi } from 'vitest'
import { Peer, toMessage } from './peer.ts'
import { TestPeers } from '#web/features/live/live/testing/test-peers.ts'

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

const added = () => peers.latest.candidates.map((init) => init.candidate)

test('candidates that arrive before the remote description are queued', async () => {
  await peer.addCandidate(candidate('first'))
  expect(added()).toEqual([])
  const described = peer.setRemoteDescription(ANSWER)
  await Promise.all([described, peer.addCandidate(candidate('second'))])
  await peer.addCandidate(candidate('third'))
  expect(added()).toEqual(['first', 'second', 'third'])
})

test('an invalid queued candidate fails neither the description nor the other candidates', async () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue()
  await peer.addCandidate(candidate('invalid'))
  await peer.addCandidate(candidate('good'))
  await peer.setRemoteDescription(ANSWER)
  expect(added()).toEqual(['good'])
  expect(log).toHaveBeenCalledOnce()
})

test('an invalid candidate after the description is rejected', async () => {
  await peer.setRemoteDescription(ANSWER)
  await expect(peer.addCandidate(candidate('invalid'))).rejects.toThrow('refused by the browser')
})

test('a candidate with only sdpMLineIndex, or neither identifier, is added', async () => {
  await peer.setRemoteDescription(ANSWER)
  await peer.addCandidate({ candidate: 'a', sdpMid: null, sdpMLineIndex: 1 })
  await peer.addCandidate({ candidate: 'b' })
  expect(peers.latest.candidates).toEqual([
    { candidate: 'a', sdpMid: null, sdpMLineIndex: 1 },
    { candidate: 'b', sdpMid: null, sdpMLineIndex: 0 },
  ])
})

test('a description that the browser refuses is rejected', async () => {
  await expect(peer.setRemoteDescription({ type: 'answer', sdp: 'broken' })).rejects.toThrow(
    'refused by the browser',
  )
})

test('local candidates are reported until the peer is closed', () => {
  const { latest } = peers
  latest.emitCandidate({ candidate: 'local', sdpMid: '0' })
  latest.onicecandidate?.({ candidate: null })
  expect(onCandidate.mock.calls).toEqual([[{ candidate: 'local', sdpMid: '0' }]])
  peer.close()
  latest.emitCandidate({ candidate: 'late', sdpMid: '0' })
  expect(onCandidate).toHaveBeenCalledOnce()
  expect(latest.connectionState).toBe('closed')
})

test('a candidate is converted to the format of the signalling messages', () => {
  expect(toMessage({ candidate: 'x', sdpMid: '1', sdpMLineIndex: 1, usernameFragment: 'u' })).toEqual({
    candidate: 'x',
    sdpMid: '1',
    sdpMLineIndex: 1,
    usernameFragment: 'u',
  })
  expect(toMessage({})).toEqual({ candidate: '', sdpMid: null, sdpMLineIndex: null, usernameFragment: null })
})
