import { createMemoryState } from '@chancery/state'
import { issueApiKey } from '@chancery/http'
import { expect, it } from 'vitest'
import { readConfiguration } from '../settings/configuration.ts'
import { withConfiguredKey } from './configured-key.ts'

const clock = { now: () => Date.parse('2026-11-21T10:00:00Z') }
const secret = 's'.repeat(32)
const made = { name: 'office', environment: 'dev', createdAt: '2026-11-20T00:00:00Z', space: 'lisbon' }

it('a configured key may call everything, and ends with its setting', async () => {
  const { apiKeys } = createMemoryState({ clock })
  const { key, record } = issueApiKey({ ...made, operations: ['send-email'] }, secret)
  await apiKeys.save({ ...record, revokedAt: '2026-11-20T01:00:00Z' })
  const configured = withConfiguredKey(apiKeys, readConfiguration({ CHANCERY_API_KEY: key }), secret, clock)
  expect(await configured.find(record.id)).toMatchObject({ operations: '*', hash: record.hash })
  expect(await configured.find(record.id)).not.toHaveProperty('space')
  // What was kept of the same key is what it was.
  const without = withConfiguredKey(apiKeys, readConfiguration({}), secret, clock)
  expect(await without.find(record.id)).toMatchObject({ operations: ['send-email'], space: 'lisbon' })
  expect(await configured.list()).toEqual(await without.list())
})

it('other keys are those of the store', async () => {
  const { apiKeys } = createMemoryState({ clock })
  const { key } = issueApiKey({ ...made, operations: '*' }, secret)
  const configured = withConfiguredKey(apiKeys, readConfiguration({ CHANCERY_API_KEY: key }), secret, clock)
  const { record } = issueApiKey({ ...made, operations: '*' }, secret)
  expect(await configured.find(record.id)).toBeUndefined()
  await configured.save(record)
  expect(await configured.find(record.id)).toEqual(record)
})
