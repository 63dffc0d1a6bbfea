/** The build without features that our playlists do not use has the types of the whole one. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
