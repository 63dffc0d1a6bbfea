import type { SiteSetting } from '#shared/operations/admin-settings.ts'

/** A known setting at its default. */
export function testKnownSetting(overrides: Partial<SiteSetting> = {}): SiteSetting {
  return {
    id: '0198c1d2-0000-5000-8000-0000000000ab',
    key: 'general.siteName',
    value: 'Creative Wave',
    type: 'string',
    description: 'The name of this site, wherever it is shown.',
    category: 'general',
    updatedBy: null,
    createdAt: null,
    updatedAt: null,
    isKnown: true,
    isDefault: true,
    isValid: true,
    defaultValue: 'Creative Wave',
    options: null,
    maxWords: null,
    isLocked: false,
    ...overrides,
  }
}

/** A setting of the admins' own. */
export function testOwnSetting(overrides: Partial<SiteSetting> = {}): SiteSetting {
  return {
    ...testKnownSetting(),
    id: '0198c1d2-0000-7000-8000-0000000000aa',
    key: 'festival.motto',
    value: 'Together',
    description: null,
    isKnown: false,
    isDefault: false,
    defaultValue: null,
    createdAt: '2026-03-01T08:30:00.000Z',
    updatedAt: '2026-03-01T08:30:00.000Z',
    ...overrides,
  }
}
