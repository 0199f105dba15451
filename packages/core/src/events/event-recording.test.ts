import { describe, expect, it } from 'vitest'
import type { CallOutcome } from '../ports/call-register.ts'
import { now } from '../testing/document-texts.test-support.ts'
import { createEventRecording } from './event-recording.ts'

const settings = { endpoints: ['one', 'two'], ids: { next: () => 'n1' }, clock: { now: () => now } }
const recording = createEventRecording(settings)
const made = { id: 'evt_n1', at: now }
const receipt = { status: 'sent', providerMessageId: 'p', accepted: ['a@x.example', 'b@x.example'] } as const
const rejected = [{ address: 'c@x.example', code: '550', message: 'No.' }]

describe('events', () => {
  it('have a time and an id of their own, and whom they are for', () => {
    expect(recording.endpoints).toEqual(['one', 'two'])
    expect(recording.templateGenerated('', 'email')).toEqual({
      ...made,
      type: 'template.generated',
      data: { kind: 'email' },
    })
  })

  it('tell how many an e-mail went to, and nobody’s address', () => {
    expect(recording.emailSettled('m1', { ...receipt, rejected })).toEqual({
      ...made,
      type: 'email.sent',
      data: { id: 'm1', status: 'sent', accepted: 2, rejected: 1 },
    })
    expect(recording.emailSettled('lisbon/m1', { ...receipt, rejected: [], provider: 'smtp' })).toEqual({
      ...made,
      type: 'email.sent',
      data: { id: 'm1', status: 'sent', accepted: 2, rejected: 0, provider: 'smtp', space: 'lisbon' },
    })
  })

  it('part what failed from what nobody knows', () => {
    expect(recording.emailSettled('m1', { status: 'unknown', code: 'timeout' })).toMatchObject({
      type: 'email.unknown',
      data: { id: 'm1', status: 'unknown', code: 'timeout' },
    })
    expect(recording.emailSettled('m1', { status: 'failed', code: 'bounced' })).toMatchObject({
      type: 'email.failed',
      data: { id: 'm1', status: 'failed', code: 'bounced' },
    })
    expect(recording.emailReleased('lisbon/m1', 'rate')).toMatchObject({
      type: 'email.failed',
      data: { id: 'm1', status: 'failed', code: 'rate', space: 'lisbon' },
    })
  })

  it('tell the end of an operation with one id, however often it ends', () => {
    const call = {
      id: 'c1',
      operation: 'pre-filling',
      createdAt: 36,
      principal: { id: 'k', space: 'lisbon', operations: '*' },
    } as unknown as CallOutcome['call']
    expect(recording.operationEnded({ call })).toEqual({
      id: 'evt_c1_10',
      type: 'operation.completed',
      at: now,
      data: { id: 'c1', operation: 'pre-filling', outcome: 'succeeded', space: 'lisbon' },
    })
    expect(recording.operationEnded({ call, code: 'payload_too_large' }).data).toEqual({
      id: 'c1',
      operation: 'pre-filling',
      outcome: 'failed',
      code: 'payload_too_large',
      space: 'lisbon',
    })
  })

  it('count what an import did', () => {
    const counts = { import: 'i1', created: 1, updated: 2, unchanged: 3, merged: 4, gone: 5, rejected: 6 }
    expect(recording.clientsImported('', counts)).toEqual({ ...made, type: 'clients.imported', data: counts })
    expect(recording.clientsImported('lisbon', counts).data).toEqual({ ...counts, space: 'lisbon' })
  })

  it('tell the path of a document as its space has it, or by another name', () => {
    expect(recording.documentStored('local', 'a/b.pdf')).toMatchObject({
      type: 'document.stored',
      data: { provider: 'local', path: 'a/b.pdf' },
    })
    expect(recording.documentStored('local', '.spaces/lisbon/a/b.pdf').data).toEqual({
      provider: 'local',
      path: 'a/b.pdf',
      space: 'lisbon',
    })
    const hidden = createEventRecording({ ...settings, pathName: (path, space) => `${space}:${path.length}` })
    expect(hidden.documentStored('local', '.spaces/lisbon/a/b.pdf').data['path']).toBe('lisbon:7')
  })
})
