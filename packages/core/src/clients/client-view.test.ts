import { describe, expect, it } from 'vitest'
import { aClient } from '../testing/fake-clients.test-support.ts'
import { clientView } from './client-view.ts'

describe('a client as templates see it', () => {
  it('has the preferred address and telephone, and those that a source told apart', () => {
    const view = clientView(
      aClient('c1', {
        emails: ['a@x.org', 'b@x.org'],
        phones: ['+491', '+492', '+493'],
        contactLabels: { 'b@x.org': ['private'], '+492': ['work', 'mobile'], '+493': ['mobile'] },
        custom: { privateEmail: 'of its own', Adviser: 'Bob' },
      }),
    )
    expect(view).toMatchObject({ email: 'a@x.org', phone: '+491', mobile: '+492', workPhone: '+492', Adviser: 'Bob' })
    // A column of the client's own is not hidden by what is derived.
    expect(view['privateEmail']).toBe('of its own')
    expect(view).not.toHaveProperty('privatePhone')
    expect(view).not.toHaveProperty('contactLabels')
  })
})
