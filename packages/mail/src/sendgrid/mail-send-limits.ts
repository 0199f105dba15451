import type { ProviderLimits } from '../api/provider-limits.ts'

/** Of `POST /v3/mail/send`, by SendGrid's documentation and its OpenAPI (sendgrid/sendgrid-oai). Tags are its categories. */
export const mailSendLimits: ProviderLimits = {
  name: 'SendGrid',
  recipients: 1000,
  needsTo: true,
  needsSubject: true,
  tags: { count: 10, length: 255 },
  metadata: { bytes: 10_000 },
  scheduleHours: 72,
  needsFileContent: true,
}
