// Written by scripts/messages.mjs.
declare const messages: {
  "ui": {
    "notifications": "Notifications",
    "dismiss": "Dismiss",
    "close": "Close",
    "cancel": "Cancel",
    "loading": "Loading",
    "live": "LIVE",
    "offline": "OFFLINE",
    "liveNow": "{name}, live now",
    "counter": "{count, number, count} / {max, number, count}",
    "charactersLeft": "{count, plural, =0 {No characters left} one {# character left} other {# characters left}}",
    "charactersOver": "{count, plural, one {# character too many} other {# characters too many}}",
    "optional": "(optional)",
    "newTab": "(opens in a new tab)",
    "theme": "Theme",
    "themeLight": "Light",
    "themeDark": "Dark",
    "themeSystem": "System"
  }
};
export default messages;
