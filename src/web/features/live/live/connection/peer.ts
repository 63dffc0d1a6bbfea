import type { IceCandidate } from '#shared/live/live.ts'

/** One peer connection with the server. Candidates that arrive before the remote description are queued. */
export class Peer {
  readonly connection: RTCPeerConnection
  readonly #queuedCandidates: RTCIceCandidateInit[] = []
  #hasRemoteDescription = false

  constructor(connection: RTCPeerConnection, onCandidate: (candidate: RTCIceCandidateInit) => void) {
    this.connection = connection
    connection.onicecandidate = ({ candidate }) => {
      if (candidate) onCandidate(candidate.toJSON())
    }
  }

  /** Sets the remote description and adds the queued candidates. Rejects if the browser refuses the description. */
  async setRemoteDescription(description: RTCSessionDescriptionInit): Promise<void> {
    await this.connection.setRemoteDescription(description)
    this.#hasRemoteDescription = true
    for (const candidate of this.#queuedCandidates.splice(0)) {
      // One invalid candidate must not fail the description.
      await this.connection.addIceCandidate(candidate).catch((cause: unknown) => console.warn(cause))
    }
  }

  /** Rejects if the browser refuses the candidate; refusals of queued candidates are only logged. */
  async addCandidate({ candidate, sdpMid, sdpMLineIndex }: IceCandidate): Promise<void> {
    // Browsers require one of the two. All media is bundled on the first m-line.
    const init = {
      candidate,
      sdpMid: sdpMid ?? null,
      sdpMLineIndex: sdpMLineIndex ?? (sdpMid == null ? 0 : null),
    }
    if (this.#hasRemoteDescription) await this.connection.addIceCandidate(init)
    else this.#queuedCandidates.push(init)
  }

  close(): void {
    this.connection.onicecandidate = null
    this.connection.onconnectionstatechange = null
    this.connection.ontrack = null
    this.connection.close()
  }
}

/** Converts a candidate to the format of the signalling messages. */
export function toMessage(candidate: RTCIceCandidateInit): IceCandidate {
  return {
    candidate: candidate.candidate ?? '',
    sdpMid: candidate.sdpMid ?? null,
    sdpMLineIndex: candidate.sdpMLineIndex ?? null,
    usernameFragment: candidate.usernameFragment ?? null,
  }
}
