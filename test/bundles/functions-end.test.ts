import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type Deployed, deploy } from './deployed.ts'

let deployed: Deployed | undefined
afterEach(async () => {
  await deployed?.stop()
})

const template = readFileSync(join(import.meta.dirname, '../../examples/reminder.docx')).toString('base64')

it('a function that is told to end answers the calls that were sent to it', async () => {
  const { address, key, pid } = (deployed = await deploy('functions', { CHANCERY_CONCURRENCY: '64' }))
  const fill = async (number: number): Promise<number> => {
    const response = await fetch(`${address}/pre-filling`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({
        template: { content: template, filename: 'reminder.docx' },
        data: { customer: `Ada ${number}`, invoiceNumber: '1', invoiceDate: '2026-03-01', total: { amount: '9.90' } },
      }),
    })
    await response.arrayBuffer()
    return response.status
  }
  expect(await fill(0)).toBe(200)
  const calls = Array.from({ length: 6 }, (_, index) => fill(index))
  process.kill(pid, 'SIGTERM')
  expect(await Promise.all([...calls, fill(7)])).toEqual(Array<number>(7).fill(200))
})
