import { describe, expect, it } from 'vitest'
import { google } from '../connectors/google.ts'
import { salesforce } from '../connectors/salesforce.ts'
import { connectorFormat, type ConnectorInput } from '../format/connector-format.ts'
import { problemOfAnswer } from './crm-problem.ts'

const problemOf = (connector: ConnectorInput, status: number, body: unknown) =>
  problemOfAnswer({ status, headers: {}, body: JSON.stringify(body) }, connectorFormat.parse(connector), 0)

const errorInfo = (reason: string) => ({
  error: {
    code: 403,
    status: 'PERMISSION_DENIED',
    details: [
      { '@type': 'type.googleapis.com/google.rpc.Help' },
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' },
    ],
  },
})

describe('a refusal of a vendor', () => {
  it.each<[what: string, connector: ConnectorInput, status: number, body: unknown]>([
    ['of an older call of Google', google, 403, { error: { errors: [{ reason: 'rateLimitExceeded' }] } }],
    ['of a day of Google', google, 403, { error: { errors: [{ reason: 'dailyLimitExceeded' }] } }],
    ['with an ErrorInfo of Google', google, 403, errorInfo('RATE_LIMIT_EXCEEDED')],
    ['with a status of Google', google, 400, { error: { status: 'RESOURCE_EXHAUSTED' } }],
    ['of Salesforce', salesforce, 403, [{ errorCode: 'REQUEST_LIMIT_EXCEEDED' }]],
  ])('means "later" by what it says: %s', (_, connector, status, body) => {
    expect(problemOf(connector, status, body)).toMatchObject({ code: 'provider_unavailable', details: { status } })
  })

  it.each([
    errorInfo('SERVICE_DISABLED'),
    { error: { errors: [{ reason: 'forbidden' }] } },
    { error: { details: 'RATE_LIMIT_EXCEEDED' } },
    'RATE_LIMIT_EXCEEDED',
  ])('is a right that is missing else: %j', (body) => {
    expect(problemOf(google, 403, body)).toMatchObject({
      code: 'provider_failed',
      details: { reason: 'right_missing' },
    })
  })
})
