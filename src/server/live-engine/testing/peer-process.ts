import { initLogger } from 'node-datachannel'
import { peerCommand, type FromPeers, type PeerCommand } from './peer-protocol.ts'
import { SyntheticPeer } from './synthetic-peer.ts'

/*
 * Synthetic peers for tests in a process of their own: the native module loads in one thread only, and a crash in it
 * must not end the test runner.
 */

const peers = new Map<string, SyntheticPeer>()

initLogger('Fatal', () => undefined)
process.on('disconnect', () => process.exit(0))
process.on('message', (raw) => {
  const command = peerCommand.parse(raw)
  try {
    send(handleCommand(command))
  } catch (error) {
    send({ type: 'failed', id: command.id, message: String(error) })
  }
})
send({ type: 'ready' })

function handleCommand(command: PeerCommand): FromPeers {
  const { id } = command
  const peer = peers.get(command.peer) ?? addPeer(command.peer)
  switch (command.type) {
    case 'publish':
      return { type: 'sdp', id, sdp: peer.publish(command) }
    case 'play':
      return { type: 'sdp', id, sdp: peer.play(command.kinds, command.payloadType) }
    case 'watch':
      return { type: 'sdp', id, sdp: peer.watch(command.sdp) }
    case 'stats':
      return { type: 'stats', id, stats: peer.stats() }
    case 'accept_answer':
      peer.acceptAnswer(command.sdp)
      break
    case 'candidate':
      peer.addCandidate(command.candidate, command.mid)
      break
    case 'request_keyframe':
      peer.requestKeyframe()
      break
    case 'send_nack':
      peer.sendNack(command.sequences)
      break
    case 'report_loss':
      peer.reportLoss(command.fractionLost)
      break
    case 'skip_packets':
      peer.skipPackets(command.packets)
      break
    case 'pause_video':
      peer.pauseVideo(command.isPaused)
      break
    case 'flood':
      peer.flood(command.packets, command.payloadBytes)
      break
    case 'close':
      peer.close()
      peers.delete(command.peer)
      break
    default:
      command satisfies never
  }
  return { type: 'done', id }
}

function addPeer(name: string): SyntheticPeer {
  const peer = new SyntheticPeer(name, (candidate, mid) =>
    send({ type: 'candidate', peer: name, candidate, mid }),
  )
  peers.set(name, peer)
  return peer
}

function send(message: FromPeers): void {
  if (process.connected) process.send?.(message)
}
