import { describe, expect, it } from 'vitest'
import { docx, p, run } from '../testing/docx-builder.ts'
import { induce, textOf } from './filled-samples.test-support.ts'

const marked = (text: string): string => `<w:smartTag w:uri="urn:x" w:element="place">${run(text)}</w:smartTag>`
const clause = (inner: string): Uint8Array =>
  docx(
    p('This agreement is made between the landlord and the tenant of the flat.') +
      `<w:p>${inner}</w:p>` +
      p('The rent is due on the first day of each month.'),
  )
const before = run('The tenant may keep pets')
const behind = run(' and pays for the water that the household uses.')

describe('an optional part beside elements around runs', () => {
  it.each([
    ['that ends with one', run(' as it is said in clause ') + marked('seven'), ''],
    ['that begins with one', marked(' as clause seven') + run(' of this agreement has it'), ''],
    ['beside one', run(' as agreed in clause'), marked(' seven')],
    ['that is one', marked(' as clause seven of this agreement has it'), ''],
  ])('%s can be filled', async (_, optional, always) => {
    const induced = await induce([clause(before + optional + always + behind), clause(before + always + behind)])
    expect(induced.samples.map(({ exact }) => exact)).toEqual([true, true])
    expect(textOf(induced.template.bytes)).toMatch(/\{#\w+\}.*\{\/\w+\}/)
  })
})
