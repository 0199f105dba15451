import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChanceryError } from '@chancery/core'
import { expect, it, onTestFinished } from 'vitest'
import { callOperation } from './call-operation.ts'
import { compose } from './compose.ts'
import { readConfiguration } from './settings/configuration.ts'

it('of ten moves of one document at two services of one state, one wins and the others are told', async () => {
  const data = mkdtempSync(join(tmpdir(), 'chancery-moves-'))
  const services = [1, 2].map(() => compose(readConfiguration({ CHANCERY_DATA: data, CHANCERY_LOG: 'off' })))
  onTestFinished(async () => {
    for (const each of services) await each.close()
    rmSync(data, { recursive: true, force: true })
  })
  const moved = (from: string, to: string, at: number) => {
    const [one, two] = services
    const { ports } = (at % 2 === 0 ? one : two) ?? expect.fail()
    return callOperation(ports, { id: 'a', deadlineMs: 60_000 }, 'move-document', { from, to })
  }
  const document = { content: Buffer.from('Dear Ada').toString('base64'), filename: 'a.txt' }
  const { ports } = services[0] ?? expect.fail()
  await callOperation(ports, { id: 'a', deadlineMs: 60_000 }, 'store-document', { document, path: 'a.txt' })

  const all = await Promise.allSettled(Array.from({ length: 10 }, (_, at) => moved('a.txt', `b/${at}.txt`, at)))
  const told = all.map((each) => {
    if (each.status === 'fulfilled') return 'moved'
    return ChanceryError.is(each.reason) ? each.reason.code : each.reason
  })
  expect(told.filter((code) => code === 'moved')).toHaveLength(1)
  expect(told.filter((code) => !['moved', 'write_conflict', 'document_not_found'].includes(code))).toEqual([])
  const left: string[] = []
  for await (const { kind, path } of ports.stores.get().list('', { signal: new AbortController().signal }))
    if (kind === 'document') left.push(path)
  expect(left).toEqual([`b/${told.indexOf('moved')}.txt`])
})
