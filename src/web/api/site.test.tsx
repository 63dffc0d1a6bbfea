import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  // Settings are read when the module loads: each test needs a new module instance.
  vi.resetModules()
})
afterEach(() => {
  document.getElementById('boot')?.remove()
})

async function load(boot?: object) {
  if (boot) {
    const script = document.createElement('script')
    script.id = 'boot'
    script.type = 'application/json'
    script.textContent = JSON.stringify(boot)
    document.body.append(script)
  }
  const [{ useSite }, { limit }, { line }] = await Promise.all([
    import('./site.ts'),
    import('#shared/settings/limits.ts'),
    import('#shared/fields.ts'),
    // With the limits, for pages with forms.
    import('./data-provider.tsx'),
  ])
  const Name = () => <p>{useSite()['general.siteName']}</p>
  render(<Name />)
  return { limit, line }
}

test('a page without embedded settings uses the defaults', async () => {
  const { limit } = await load()
  expect(screen.getByText('Creative Wave')).toBeTruthy()
  expect(limit('post')).toBe(5000)
})

test("the operator's site name and limits apply from the first render", async () => {
  const { limit, line } = await load({
    user: null,
    site: { 'general.siteName': 'Mawimbi' },
    limits: { profileName: 3 },
  })
  expect(screen.getByText('Mawimbi')).toBeTruthy()
  expect(limit('profileName')).toBe(3)
  expect(limit('post')).toBe(5000)
  expect(line('profileName').safeParse('Oluwaseun').success).toBe(false)
})
