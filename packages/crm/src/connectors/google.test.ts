import { connectorContract } from '../testing/connector-contract.test-support.ts'
import { googleDialect } from '../testing/google-dialect.test-support.ts'
import { google } from './google.ts'

connectorContract('Google Contacts', {
  format: google,
  id: (number) => `people/c${number}`,
  // Deleted people are told to who has a sync token alone.
  dialect: googleDialect,
  tells: { deleted: false, merged: 'by-survivor', organisations: false, custom: true },
})
