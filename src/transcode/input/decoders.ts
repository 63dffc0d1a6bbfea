/**
 * The decoders that may be used: what cameras, phones, browsers, editors and older computers write. FFmpeg has hundreds
 * more, most of them for games, and less tested.
 */
const VIDEO_DECODERS = [
  ...['h264', 'hevc', 'vp8', 'vp9', 'libdav1d', 'av1'],
  ...['mpeg1video', 'mpeg2video', 'mpeg4', 'msmpeg4', 'msmpeg4v2', 'h263', 'theora'],
  ...['wmv1', 'wmv2', 'wmv3', 'vc1', 'flv', 'svq3', 'cinepak', 'qtrle'],
  ...['mjpeg', 'dvvideo', 'prores', 'dnxhd', 'ffv1', 'huffyuv', 'utvideo', 'rawvideo'],
  // Animated images.
  ...['gif', 'webp_anim', 'apng'],
]
const AUDIO_DECODERS = [
  ...['aac', 'mp3', 'mp3float', 'mp2', 'mp2float', 'opus', 'vorbis', 'flac', 'alac', 'ac3', 'eac3'],
  ...['wmav1', 'wmav2', 'amrnb', 'amrwb', 'adpcm_ms', 'adpcm_ima_qt', 'adpcm_ima_wav'],
  ...['pcm_u8', 'pcm_s8', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be'],
  ...['pcm_f32le', 'pcm_f32be', 'pcm_f64le', 'pcm_alaw', 'pcm_mulaw', 'pcm_bluray', 'pcm_dvd'],
]

export const ALLOWED_DECODERS: readonly string[] = [...VIDEO_DECODERS, ...AUDIO_DECODERS]
