import './checkout.css'
import { announceOutcome } from './announce-outcome.ts'
import { showButtons } from './provider-buttons.ts'

// The checkout page is rendered by the server and works without this script, where the provider needs none of its own.

const page = document.querySelector<HTMLElement>('[data-checkout]')
const buttons = document.querySelector<HTMLElement>('#buttons')

if (page) announceOutcome(page)
if (page && buttons) showButtons(buttons, page.dataset['checkout'] ?? '')

// A second click must not send the form again, and shows that the first one did something.
for (const form of document.forms)
  form.addEventListener('submit', (event) => {
    const { submitter } = event
    if (submitter?.getAttribute('aria-busy') === 'true') event.preventDefault()
    else submitter?.setAttribute('aria-busy', 'true')
  })

// A page that comes back from the browser's cache has not sent anything.
addEventListener('pageshow', () => {
  for (const busy of document.querySelectorAll('[aria-busy]')) busy.removeAttribute('aria-busy')
})
