import type { JsonObject } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { nearPath } from './near-path.ts'
import { rootScope } from './scope.ts'

const meant = (path: string, data: JsonObject): string | undefined =>
  nearPath(path.split('.'), rootScope(data, { timeZone: 'UTC', now: 0 }))

describe('the path that was meant', () => {
  it.each<readonly [string, JsonObject, string]>([
    ['client.nmae', { client: { name: 1, names: [] } }, 'client.name'],
    ['clinet.name', { client: { name: 1 } }, 'client.name'],
    ['invocie.nubmer', { invoice: { number: 1, note: 2 } }, 'invoice.number'],
    ['cleint.frist_name', { client: { firstName: 1 } }, 'client.firstName'],
    ['CLIENT.NAME', { client: { name: 1 } }, 'client.name'],
    ['client_name', { client: { name: 1 } }, 'client.name'],
    ['client.name', { client_name: 1, client: { age: 1 } }, 'client_name'],
    ['client.city', { client: { address: { city: 1 } } }, 'client.address.city'],
    ['customer.name', { client: { name: 1 } }, 'client.name'],
    ['data.client.name', { client: { name: 1 } }, 'client.name'],
    ['client.dob', { client: { dateOfBirth: 1, name: 2 } }, 'client.dateOfBirth'],
    ['zip', { address: { zipCode: 1, city: 1 } }, 'address.zipCode'],
    ['phone', { photo: 2, phoneNumber: 1 }, 'phoneNumber'],
    ['phoneNumber', { number: 2, phone: 1 }, 'phone'],
    ['amountTotal', { amount: 2, totalAmount: 1 }, 'totalAmount'],
    ['dateOfBirth', { date: 2, birthDate: 1 }, 'birthDate'],
    ['items', { item: [1] }, 'item'],
    ['addresses', { address: 'x' }, 'address'],
    ['items.1.prize', { items: [{ no: 1 }, { price: 1 }] }, 'items.1.price'],
    ['itmes.0.price', { items: [{ price: 1 }] }, 'items.0.price'],
    ['prenom', { prénom: 1 }, 'prénom'],
  ])('%s of %j is %s', (path, data, wanted) => {
    expect(meant(path, data)).toBe(wanted)
  })

  it.each<readonly [string, JsonObject]>([
    ['vat', { tax: 1 }],
    ['items.7.price', { items: [{ price: 1 }] }],
    ['client.fax', { client: { name: 1 } }],
    ['client.name', { client: { name: null, names: [] } }],
  ])('%s of %j is none', (path, data) => {
    expect(meant(path, data)).toBeUndefined()
  })
})
