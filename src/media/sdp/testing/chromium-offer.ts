/** Makes a session description of indented lines. */
export const sdp = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => `${line.trim()}\r\n`)
    .join('')
export const FINGERPRINT =
  'sha-256 92:4E:45:0E:21:5B:5A:A6:9F:BE:94:C8:CE:12:B9:FC:13:08:04:5E:D0:0E:7C:0E:59:B2:21:C6:7C:E5:B6:01'

/** An offer of Chromium, without repetitive lines. */
export const CHROMIUM = sdp(`
  v=0
  o=- 113210372982173029 2 IN IP4 127.0.0.1
  s=-
  t=0 0
  a=group:BUNDLE 0 1
  a=extmap-allow-mixed
  m=audio 9 UDP/TLS/RTP/SAVPF 63 111 9
  c=IN IP4 0.0.0.0
  a=rtcp:9 IN IP4 0.0.0.0
  a=ice-ufrag:xjwC
  a=ice-pwd:AnW4JaBh4QSykefGlTpPcZns
  a=ice-options:trickle
  a=fingerprint:${FINGERPRINT}
  a=setup:actpass
  a=mid:0
  a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level
  a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid
  a=sendonly
  a=rtcp-mux
  a=rtpmap:111 opus/48000/2
  a=rtcp-fb:111 transport-cc
  a=fmtp:111 minptime=10;useinbandfec=1
  a=rtpmap:63 red/48000/2
  a=rtpmap:9 G722/8000
  a=ssrc:2384603304 cname:qzdk
  m=video 9 UDP/TLS/RTP/SAVPF 98 108 96 97
  c=IN IP4 0.0.0.0
  a=ice-ufrag:xjwC
  a=ice-pwd:AnW4JaBh4QSykefGlTpPcZns
  a=fingerprint:${FINGERPRINT}
  a=setup:actpass
  a=mid:1
  a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01
  a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid
  a=sendonly
  a=rtcp-mux
  a=rtpmap:96 VP8/90000
  a=rtcp-fb:96 goog-remb
  a=rtcp-fb:96 transport-cc
  a=rtcp-fb:96 nack
  a=rtcp-fb:96 nack pli
  a=rtpmap:97 rtx/90000
  a=fmtp:97 apt=96
  a=rtpmap:98 VP9/90000
  a=rtpmap:108 H264/90000
  a=rtcp-fb:108 nack
  a=fmtp:108 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f
  a=ssrc-group:FID 3494040596 3573570426
  a=ssrc:3494040596 cname:qzdk
  a=ssrc:3573570426 cname:qzdk
  a=candidate:1 1 udp 2113937151 203.0.113.7 50000 typ host generation 0
  a=candidate:2 1 udp 2113937151 0a1b2c3d.local 50000 typ host
`)
