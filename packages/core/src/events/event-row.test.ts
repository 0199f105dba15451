import { expect, it } from 'vitest'
import { deliveryOfRow, undeliveredOfRow } from './event-row.ts'

const columns = { id: 'e', endpoint: 'one', body: '{}', created_at: 5n, tries: 2n, hold: null, type: 'email.sent' }

it('a row is a delivery, with its hold where nobody confirmed it', () => {
  const delivery = { id: 'e', endpoint: 'one', body: '{}', at: 5, tries: 2 }
  expect(deliveryOfRow(columns)).toEqual(delivery)
  const hold = { until: 1, provider: 'local', path: 'a' }
  expect(deliveryOfRow({ ...columns, hold: JSON.stringify(hold) })).toEqual({ ...delivery, hold })
})

it('one without a time to be told at is dead', () => {
  const listed = { id: 'e', endpoint: 'one', type: 'email.sent', at: 5, tries: 2 }
  expect(undeliveredOfRow({ ...columns, due_at: null, code: '500' })).toEqual({ ...listed, state: 'dead', code: '500' })
  expect(undeliveredOfRow({ ...columns, due_at: 7, code: null })).toEqual({ ...listed, state: 'waiting' })
})
