/** Shows an accent colour on the whole page: `tokens.css` derives every colour of actions from its hue, in degrees. */
export function applyAccent(hue: number): void {
  document.documentElement.style.setProperty('--accent-hue', String(hue))
}
