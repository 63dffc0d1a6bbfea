/*
 * Runs in the bench's pages beside the app's own code. It is bundled and added to every page before that page's own
 * scripts.
 */

/** Milliseconds until the first frame, since the page joined the stream and since it was opened. */
export type FirstFrame = { sinceJoin: number; sinceOpening: number }

declare global {
  interface Window {
    liveBench: {
      /** Replaces the page's camera by a canvas that shows the time. */
      replaceCamera(): void
      /** Resolves at the first frame of the stream that the page shows. */
      firstFrame: Promise<FirstFrame>
      /** Moves through the page's history. */
      goInHistory(steps: number): void
      /** Returns the ages of `count` consecutive frames when they were shown, in ms. */
      readAges(count: number): Promise<number[]>
      /** Measures the same between two peers of this page. */
      connectDirectly(times: number, count: number): Promise<{ first: number[]; ages: number[] }>
    }
  }
}

const [WIDTH, HEIGHT] = [1280, 720]
/** The time in ms as a binary number, one bar for each bit. */
const BARS = 16
const BAR_WIDTH = WIDTH / BARS
const FRAMES_PER_SECOND = 30
const MAX_BITRATE = 2_500_000

let [openedAt, joinedAt] = [0, NaN]
let resolveFirstFrame: (first: FirstFrame) => void

window.liveBench = {
  replaceCamera() {
    navigator.mediaDevices.getUserMedia = () => Promise.resolve(createClockStream())
  },
  firstFrame: nextFirstFrame(),
  goInHistory(steps) {
    openedAt = performance.now()
    window.liveBench.firstFrame = nextFirstFrame()
    history.go(steps)
  },
  readAges: (count) => readAges(findVideo(), count),
  async connectDirectly(times, count) {
    const clockStream = createClockStream()
    const video = document.createElement('video')
    video.muted = true
    document.body.append(video)
    const first: number[] = []
    let peers: RTCPeerConnection[] = []
    for (let round = 0; round < times; round++) {
      for (const peer of peers) peer.close()
      const startedAt = performance.now()
      peers = await connect(clockStream, video)
      first.push((await nextFrame(video)) - startedAt)
    }
    // An encoder is slower at the start than later.
    await readAges(video, 3 * FRAMES_PER_SECOND)
    return { first, ages: await readAges(video, count) }
  },
}

observeFirstFrames()

function findVideo(): HTMLVideoElement {
  const video = document.querySelector('video')
  if (!video) throw new Error('this page shows no video')
  return video
}

function createClockStream(): MediaStream {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const context = canvas.getContext('2d')
  setInterval(() => {
    const now = Date.now()
    for (let bar = 0; context && bar < BARS; bar++) {
      context.fillStyle = (now >> bar) & 1 ? '#fff' : '#000'
      context.fillRect(bar * BAR_WIDTH, 0, BAR_WIDTH, HEIGHT)
    }
  }, 1000 / FRAMES_PER_SECOND)
  const stream = canvas.captureStream(FRAMES_PER_SECOND)
  for (const track of createTone().getAudioTracks()) stream.addTrack(track)
  return stream
}

function createTone(): MediaStream {
  const context = new AudioContext()
  const [tone, out] = [context.createOscillator(), context.createMediaStreamDestination()]
  tone.connect(out)
  tone.start()
  return out.stream
}

function nextFirstFrame(): Promise<FirstFrame> {
  return new Promise((resolve) => {
    resolveFirstFrame = resolve
  })
}

function observeFirstFrames(): void {
  const send = WebSocket.prototype.send
  WebSocket.prototype.send = function (this: WebSocket, data) {
    if (typeof data === 'string' && data.includes('"join_stream"')) joinedAt = performance.now()
    send.call(this, data)
  }
  const observed = new WeakSet<HTMLVideoElement>()
  const checkForVideo = async () => {
    const video = document.querySelector('video')
    if (!video || observed.has(video)) return
    observed.add(video)
    const at = await nextFrame(video)
    resolveFirstFrame({ sinceJoin: at - joinedAt, sinceOpening: at - openedAt })
  }
  new MutationObserver(() => void checkForVideo()).observe(document, { childList: true, subtree: true })
}

/** Resolves with the time when the video shows its next frame. */
function nextFrame(video: HTMLVideoElement): Promise<number> {
  return new Promise((resolve) => {
    video.requestVideoFrameCallback(() => resolve(performance.now()))
  })
}

async function readAges(video: HTMLVideoElement, count: number): Promise<number[]> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const ages: number[] = []
  while (context && ages.length < count) {
    await nextFrame(video)
    const now = Date.now()
    context.drawImage(video, 0, video.videoHeight / 2, video.videoWidth, 1, 0, 0, WIDTH, 1)
    const { data } = context.getImageData(0, 0, WIDTH, 1)
    let time = 0
    for (let bar = 0; bar < BARS; bar++)
      if ((data[Math.round((bar + 0.5) * BAR_WIDTH) * 4] ?? 0) > 128) time |= 1 << bar
    ages.push((now - time) & (2 ** BARS - 1))
  }
  return ages
}

async function connect(clockStream: MediaStream, video: HTMLVideoElement): Promise<RTCPeerConnection[]> {
  const [from, to] = [new RTCPeerConnection(), new RTCPeerConnection()]
  from.onicecandidate = ({ candidate }) => void to.addIceCandidate(candidate ?? undefined)
  to.onicecandidate = ({ candidate }) => void from.addIceCandidate(candidate ?? undefined)
  to.ontrack = ({ streams: [stream] }) => {
    video.srcObject = stream ?? null
    void video.play()
  }
  for (const track of clockStream.getTracks())
    from.addTransceiver(track, {
      direction: 'sendonly',
      streams: [clockStream],
      ...(track.kind === 'video' && { sendEncodings: [{ maxBitrate: MAX_BITRATE }] }),
    })
  await from.setLocalDescription()
  await to.setRemoteDescription(from.localDescription ?? { type: 'offer' })
  await to.setLocalDescription()
  await from.setRemoteDescription(to.localDescription ?? { type: 'answer' })
  return [from, to]
}
