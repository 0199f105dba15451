import { type DocumentModel, modelOfText } from '@chancery/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'
import { withoutStruckText } from './struck-text.ts'

const { signal } = new AbortController()

/** `~~` around what is struck out, as in Markdown. */
function modelOf(marked: string): DocumentModel {
  const runs: DocumentModel['runs'][number][] = []
  let text = ''
  for (const [at, part] of marked.split('~~').entries()) {
    const span = { start: text.length, end: text.length + part.length }
    runs.push(at % 2 === 1 ? { span, strike: true } : { span, bold: true })
    text += part
  }
  return { ...modelOfText(text), runs }
}

const identify = (marked: string, name: string, type: 'money' | 'date') =>
  createRuleIdentifier().identify(
    { model: modelOf(marked), fields: [{ name, type }], profile: 'contract', minConfidence: 0.3 },
    { signal },
  )

describe('what is struck out', () => {
  it.each([
    ['The monthly rent is ~~EUR 500.00~~ EUR 640.00 and is due in advance.', 'monthlyRent', 'money', '640.00'],
    ['The monthly rent is EUR 640.00 ~~EUR 500.00~~ and is due in advance.', 'monthlyRent', 'money', '640.00'],
    ['Handover: ~~1 March 2026~~ 15 April 2026', 'handover', 'date', '2026-04-15'],
  ] as const)('is no fact: %s', async (marked, name, type, expected) => {
    const { fields, entities } = await identify(marked, name, type)
    const { value } = fields[0] ?? {}
    expect(typeof value === 'object' && value !== null && 'amount' in value ? value.amount : value).toBe(expected)
    expect(entities.filter((each) => each.type === type)).toHaveLength(1)
  })

  it('is missing where nothing stands for it', async () => {
    const { fields } = await identify('~~The monthly rent is EUR 500.00.~~ Pets are allowed.', 'monthlyRent', 'money')
    expect(fields).toEqual([])
  })

  it('stays in what is quoted from the text', async () => {
    const marked = 'The monthly rent is EUR ~~500.00~~ 640.00 and is due in advance.'
    const { fields } = await identify(marked, 'monthlyRent', 'money')
    for (const { raw, span } of fields) expect(raw).toBe(marked.replaceAll('~~', '').slice(span.start, span.end))
  })
})

it('leaves all other characters where they are', () => {
  const runs = fc.array(fc.record({ start: fc.nat(60), length: fc.nat(20), strike: fc.boolean() }), { maxLength: 6 })
  fc.assert(
    fc.property(fc.string({ maxLength: 60, unit: 'binary' }), runs, (text, drawn) => {
      const own = drawn.map(({ start, length, strike }) => ({
        span: { start, end: start + length },
        ...(strike ? { strike } : {}),
      }))
      const without = withoutStruckText(text, own)
      expect(without).toHaveLength(text.length)
      for (let at = 0; at < text.length; at++) {
        const isStruck = own.some(({ strike, span }) => strike === true && at >= span.start && at < span.end)
        expect(without[at]).toBe(isStruck && text[at] !== '\n' ? ' ' : text[at])
      }
    }),
  )
})
