import {
  type FieldIdentifier,
  type Identification,
  type IdentifyRequest,
  type WantedField,
  modelOfText,
} from '@chancery/core'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

export interface FieldIdentifierCapabilities {
  /** The same text gives the same answer. Default: true. */
  readonly deterministic?: boolean
  /** It hands on to one that keeps the contract by itself: what holds for any text is tried on few. Default: false. */
  readonly wraps?: boolean
}

const invoice = [
  'Northwind Traders Ltd.',
  'Invoice number: INV-2031',
  'Invoice date: 14 March 2026',
  'Due date: 28 March 2026',
  'Contact: billing@northwind.example, sales@northwind.example',
  'Total due: EUR 1,234.50',
].join('\n')

/** Every raw value is the text at its span; every span lies inside the text. */
function expectGrounded(text: string, found: Identification): void {
  const values = [...found.fields, ...found.entities, ...found.fields.flatMap((field) => field.alternatives)]
  for (const { raw, span, confidence } of values) {
    expect(text.slice(span.start, span.end)).toBe(raw)
    expect(raw.length).toBeGreaterThan(0)
    expect(span.end).toBeLessThanOrEqual(text.length)
    expect(confidence).toBeGreaterThanOrEqual(0)
    expect(confidence).toBeLessThanOrEqual(1)
  }
  for (const { keySpan, valueSpan } of found.keyValues) {
    expect(keySpan.start).toBeLessThan(keySpan.end)
    expect(valueSpan.start).toBeLessThan(valueSpan.end)
    expect(valueSpan.end).toBeLessThanOrEqual(text.length)
  }
}

/** The port's promises, for every adapter. `make` gives a fresh identifier. */
export function fieldIdentifierContract(
  name: string,
  make: () => FieldIdentifier | Promise<FieldIdentifier>,
  { deterministic = true, wraps = false }: FieldIdentifierCapabilities = {},
): void {
  const identify = async (
    text: string,
    fields?: readonly WantedField[],
    rest: Partial<IdentifyRequest> = {},
  ): Promise<Identification> => {
    const identifier = await make()
    return identifier.identify(
      { model: modelOfText(text), profile: 'auto', minConfidence: 0.3, ...(fields ? { fields } : {}), ...rest },
      { signal: new AbortController().signal },
    )
  }
  const one = (found: Identification, field: string) => found.fields.find((candidate) => candidate.name === field)

  describe(`${name}: FieldIdentifier`, () => {
    it('finds wanted fields by their labels, normalized and grounded', async () => {
      const found = await identify(invoice, [
        { name: 'invoiceNumber' },
        { name: 'dueDate', type: 'date' },
        { name: 'total', type: 'money' },
      ])
      expect(one(found, 'invoiceNumber')).toMatchObject({ value: 'INV-2031', raw: 'INV-2031' })
      expect(one(found, 'dueDate')).toMatchObject({ value: '2026-03-28', type: 'date' })
      expect(one(found, 'total')).toMatchObject({ value: { amount: '1234.50', currency: 'EUR' } })
      expectGrounded(invoice, found)
    })

    it('gives only the wanted fields, and entities always', async () => {
      const found = await identify(invoice, [{ name: 'total' }])
      expect(new Set(found.fields.map((field) => field.name))).toEqual(new Set(['total']))
      expect(found.entities.map((entity) => entity.type)).toEqual(expect.arrayContaining(['email', 'date', 'money']))
    })

    it('names what was required and is not there, and invents nothing', async () => {
      const found = await identify('The weather was fine.', [
        { name: 'invoiceNumber', required: true },
        { name: 'iban', required: true },
        { name: 'notes' },
      ])
      expect(found.missing).toEqual(['invoiceNumber', 'iban'])
      expect(found.fields).toEqual([])
    })

    it('gives every occurrence of a field with many, in the order of the text', async () => {
      const found = await identify(invoice, [{ name: 'emails', type: 'email', many: true }])
      expect(found.fields.map((field) => field.value)).toEqual(['billing@northwind.example', 'sales@northwind.example'])
    })

    it('leaves out what is less certain than minConfidence', async () => {
      const all = await identify(invoice, undefined, { minConfidence: 0 })
      const certain = await identify(invoice, undefined, { minConfidence: 0.8 })
      expect(all.fields.length).toBeGreaterThan(certain.fields.length)
      for (const value of [...certain.fields, ...certain.entities, ...certain.keyValues]) {
        expect(value.confidence).toBeGreaterThanOrEqual(0.8)
      }
      expect((await identify(invoice, undefined, { minConfidence: 1 })).fields).toEqual([])
    })

    it('takes only raw values that a pattern matches whole', async () => {
      const found = await identify(invoice, [
        { name: 'code', pattern: 'INV-\\d{4}' },
        { name: 'other', pattern: 'INV-\\d{3}', required: true },
      ])
      expect(one(found, 'code')).toMatchObject({ raw: 'INV-2031' })
      expect(found.missing).toEqual(['other'])
    })

    it.each(['(', '(?=a)b', '(a)\\1', 'a{1,100000}'])('refuses the pattern %s by its pointer', async (pattern) => {
      await expect(identify(invoice, [{ name: 'a' }, { name: 'b', pattern }])).rejects.toMatchObject({
        code: 'invalid_request',
        violations: [{ pointer: '/fields/1/pattern' }],
      })
    })

    it('counts offsets in UTF-16 code units', async () => {
      const text = '😀 Invoice number: 🧾 INV-77 😀\nTotal: EUR 5.00 💶\nE-mail: a@b.example'
      const found = await identify(text)
      expectGrounded(text, found)
      expect(found.entities.find((entity) => entity.type === 'email')?.span.start).toBe(text.indexOf('a@b'))
    })

    it('answers for empty text and for white space', async () => {
      for (const text of ['', ' ', '\n\n\t\r\n']) {
        const found = await identify(text, [{ name: 'total', required: true }])
        expect(found).toMatchObject({ fields: [], entities: [], keyValues: [], missing: ['total'] })
      }
    })

    it('rejects with `cancelled` when the signal is already aborted', async () => {
      const identifier = await make()
      const request: IdentifyRequest = { model: modelOfText(invoice), profile: 'auto', minConfidence: 0.3 }
      await expect(identifier.identify(request, { signal: AbortSignal.abort() })).rejects.toMatchObject({
        code: 'cancelled',
      })
    })

    it.runIf(deterministic)('grounds everything in any text, and says the same twice', async () => {
      const pieces = fc.constantFrom(
        'Total',
        ': ',
        '\n',
        '\t',
        'EUR 1.234,50',
        '$5',
        '03/04/2026',
        '12. März 2025',
        'a@b.de',
        'Acme Inc.',
        ' and ',
        'between ',
        '("Tenant")',
        'Mr. John Smith',
        '+49 30 123456',
        '12 Main Street',
        '10115 Berlin',
        '😀',
        '\u0301',
        '\r\n',
        '18 months',
        '19 %',
        'Invoice No. ',
        'www.example.com',
        'DE89 3704 0044 0532 0130 00',
        '(',
        '-',
      )
      const text = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.array(pieces, { maxLength: 30 }).map((list) => list.join('')),
      )
      await fc.assert(
        fc.asyncProperty(text, async (value) => {
          const found = await identify(value, undefined, { minConfidence: 0 })
          expectGrounded(value, found)
          expect(await identify(value, undefined, { minConfidence: 0 })).toEqual(found)
        }),
        { numRuns: wraps ? 10 : 30 },
      )
    })

    it.runIf(deterministic)('grounds what it finds in hostile text of 30 kB', async () => {
      const units = ['7', ' ', '1 ', 'a', 'a:', 'between ', '\n', '@', '(']
      for (const unit of wraps ? units.slice(0, 2) : units) {
        const text = unit.repeat(30_000 / unit.length)
        expectGrounded(text, await identify(text))
      }
    })
  })
}
