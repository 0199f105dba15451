import { expect, it } from 'vitest'
import { ChanceryError, invalidRequest } from '../errors.ts'
import { aContext } from '../testing/calls.test-support.ts'
import { aClient } from '../testing/fake-clients.test-support.ts'
import { fakePorts } from '../testing/fake-ports.test-support.ts'
import { fillErrorAt, mergedData, ownUnused } from './fill-request.ts'

it.each([[null], [['a']], ['text'], [5]])('lets no %j hide a client', async (own) => {
  const { ports, directory } = fakePorts()
  directory.records.set('c1', aClient('c1', { name: 'Ada' }))
  const plain = await mergedData([{}], 'c1', '/client', ports, aContext())
  expect(await mergedData([{ client: own }], 'c1', '/client', ports, aContext())).toEqual(plain)
})

it('tells what is unused, without what the directory added', () => {
  expect(ownUnused(['client', 'client.name', 'clients', 'a'], 'c1')).toEqual(['clients', 'a'])
  expect(ownUnused(['client', 'a'], undefined)).toEqual(['client', 'a'])
})

it('leaves faults of the data at the data', () => {
  const file = invalidRequest('/data/logo', 'document_not_found', 'There is none.')
  expect(fillErrorAt('/template', file)).toBe(file)
  const lacking = new ChanceryError('data_incomplete', 'It lacks values.')
  expect(fillErrorAt('/template', lacking)).toBe(lacking)
  const template = invalidRequest('', 'unclosed_tag', 'It is not closed.')
  expect(fillErrorAt('/template', template)).toMatchObject({ violations: [{ pointer: '/template' }] })
})
